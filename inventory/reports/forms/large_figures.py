"""An amount in figures five lines high, for a screen that is read across a table."""

_FIGURES = {
    "$": (" ###", "# # ", " ## ", "  # #", "### "),
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    ".": (" ", " ", " ", " ", "#"),
    ",": ("  ", "  ", "  ", " #", "# "),
    "-": ("   ", "   ", "###", "   ", "   "),
}
ROWS = 5
_GAP = "  "


def large_figures(amount: str) -> tuple[str, ...]:
    r"""The rows of an amount such as $14.00.

    >>> print("\n".join(large_figures("1.40")))
     #      # #  ###
    ##      # #  # #
     #      ###  # #
     #        #  # #
    ###  #    #  ###
    """
    figures = [_FIGURES[one] for one in amount]
    return tuple(_GAP.join(figure[row] for figure in figures).rstrip() for row in range(ROWS))
