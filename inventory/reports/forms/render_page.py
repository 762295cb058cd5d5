"""A paper as one HTML page: no script, nothing fetched, for screen, reader and printer alike."""

from html import escape
from itertools import count
from typing import assert_never

from inventory.paper import Block, Column, Heading, Line, Measure, Paper, Plot, Spoken, Table, Words
from inventory.reports.forms.axes import framed
from inventory.reports.forms.cells import printed_row

# Okabe and Ito's inks; dashes tell the lines apart on a gray printer too.
INKS = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#000000")
DASHES = ("", "8 4", "2 3", "12 4 2 4")
PLOT_WIDTH, PLOT_HEIGHT = 720, 300
_LEFT, _TOP, _RIGHT, _BOTTOM = 70, 34, 14, 52
_DOT = 4
LEGEND_PITCH, LETTER_WIDTH = 18, 8  # from row to row; a letter of the legend at most, on average
_SAMPLE, _ENTRY_GAP = 30, 18
WHOLE_WORD_MAX = 30  # characters; a longer one may be broken

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
.label { border: 2px solid; padding: .6rem 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.5rem; }
dd { margin: 0; font-weight: 600; }
blockquote { border-left: 4px solid; margin-inline: 0; padding-left: 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 1.5rem 0; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { padding: .25rem .6rem; text-align: left; vertical-align: top; overflow-wrap: break-word; }
thead th, thead .figure { border-bottom: 2px solid; vertical-align: bottom; white-space: normal; }
tbody tr.by-hand { height: 3rem; }
.whole { white-space: nowrap; }
tbody tr > * { border-bottom: 1px solid #8886; font-weight: 400; }
tfoot tr > * { border-top: 2px solid; font-weight: 700; }
.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
figure { margin: 1.5rem 0; } figcaption { font-weight: 600; }
svg { max-width: 100%; height: auto; background: #fff; }
@media print {
  :root { color-scheme: light; }
  @page { size: letter; margin: 18mm; }
  body { font-size: 9.5pt; max-width: none; margin: 0; padding: 0; }
  table { font-size: 8pt; } th, td { padding: .15rem .35rem; }
  .wide { overflow: visible; } thead { display: table-header-group; }
  tfoot { display: table-row-group; } tr, figure { break-inside: avoid; }
  tbody tr:last-child { break-after: avoid; } h2 { break-after: avoid; }
}
"""


def page_of(paper: Paper) -> str:
    """The whole page; whatever people typed is text in it and never markup."""
    facts = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>\n" for name, value in paper.facts
    )
    label = f'<p class="label">{escape(paper.label)}</p>\n' if paper.label else ""
    plots = count(1)
    blocks = "\n".join(_block(block, plots) for block in paper.blocks)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{escape(paper.title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{escape(paper.title)}</h1>
{label}<dl>
{facts}</dl>
{blocks}
</main>
</body>
</html>
"""


def _block(block: Block, plots: "count[int]") -> str:
    match block:
        case Heading(text):
            return f"<h2>{escape(text)}</h2>"
        case Words(text):
            return f"<p>{escape(text)}</p>"
        case Spoken(who, text, citation):
            source = f" <cite>{escape(citation)}</cite>" if citation else ""
            quoted = f"<blockquote><p>{escape(text)}</p></blockquote>"
            return f"<p><strong>{escape(who)}</strong>{source}</p>{quoted}"
        case Table():
            return _table(block)
        case Plot():
            return _plot(block, next(plots))
        case _:
            assert_never(block)


def _table(table: Table) -> str:
    caption = f"<caption>{escape(table.name)}</caption>" if table.name else ""
    heads = "".join(
        f'<th scope="col"{_look(column)}>{escape(column.head)}</th>' for column in table.columns
    )
    rows = "\n".join(_row(table, printed_row(table, row)) for row in table.rows)
    foot = ""
    if table.total:
        foot = f"\n<tfoot>{_row(table, printed_row(table, table.total))}</tfoot>"
    # A wide table scrolls by itself; the keyboard must reach it then.
    named = escape(table.name or "table", quote=True)
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{named}"><table>{caption}\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>{foot}\n</table></div>"
    )


def _row(table: Table, cells: tuple[str, ...]) -> str:
    """A row; its first cell says what the row is of."""
    first, *rest = zip(table.columns, cells, strict=True)
    column, cell = first
    head = f'<th scope="row"{_look(column)}>{_whole_words(cell)}</th>'
    others = (f"<td{_look(one)}>{_whole_words(text)}</td>" for one, text in rest)
    # What is empty behind its first cell is written by hand.
    by_hand = ' class="by-hand"' if len(cells) > 1 and not any(cells[1:]) else ""
    return f"<tr{by_hand}>{head}{''.join(others)}</tr>"


def _whole_words(text: str) -> str:
    """The cell's text; a card id or a date is not broken at its hyphens."""
    return " ".join(
        f'<span class="whole">{escape(word)}</span>'
        if "-" in word and len(word) <= WHOLE_WORD_MAX
        else escape(word)
        for word in text.split(" ")
    )


def _look(column: Column) -> str:
    return "" if column.measure is Measure.TEXT else ' class="figure"'


def _plot(plot: Plot, number: int) -> str:
    """The plot as a picture that says in words what it shows."""
    frame = framed(plot)
    grid = [_tick_across(share, text) for share, text in frame.x.ticks]
    grid += [_tick_up(share, text) for share, text in frame.y.ticks]
    lines = [
        _line(points, place, is_dots=line.is_dots)
        for place, (line, points) in enumerate(zip(plot.lines, frame.lines, strict=True))
    ]
    names, legend_height = _legend(plot)
    told = "; ".join(_told(line) for line in plot.lines)
    middle, foot = _x(0.5), PLOT_HEIGHT - 8
    title, described = f"plot-{number}", f"plot-{number}-told"
    return (
        f'<figure><figcaption id="{title}">{escape(plot.title)}</figcaption>\n'
        f'<svg viewBox="0 {-legend_height} {PLOT_WIDTH} {PLOT_HEIGHT + legend_height}" role="img" '
        f'aria-labelledby="{title}" '
        f'aria-describedby="{described}" font-family="system-ui, sans-serif" font-size="13">\n'
        f"<desc>{escape(plot.y_name)} by {escape(plot.x_name)}</desc>\n"
        + "\n".join([*grid, *lines, *names])
        + f'\n<text x="{middle:.1f}" y="{foot}" text-anchor="middle">{escape(plot.x_name)}</text>\n'
        f'<text x="4" y="16">{escape(plot.y_name)}</text>\n</svg>\n'
        f'<p id="{described}">{escape(told)}</p></figure>'
    )


def _told(line: Line) -> str:
    """A line in words: every dot, or where it begins and ends."""
    if not line.points:
        return f"{line.name}: none"
    at = [f"{y:.6g} at {x:.6g}" for x, y in line.points]
    if line.is_dots:
        return f"{line.name}: {', '.join(at)}"
    return f"{line.name}: from {at[0]} to {at[-1]}"


def _line(points: tuple[tuple[float, float], ...], place: int, *, is_dots: bool) -> str:
    ink, dash = INKS[place % len(INKS)], DASHES[place % len(DASHES)]
    if is_dots:
        return "".join(
            f'<circle cx="{_x(x):.1f}" cy="{_y(y):.1f}" r="{_DOT}" fill="{ink}"/>'
            for x, y in points
        )
    path = " ".join(f"{_x(x):.1f},{_y(y):.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="2"{dashed}/>'


def _legend(plot: Plot) -> tuple[list[str], int]:
    """The lines' names in their inks, in rows above the upright axis's name; and their height."""
    placed: list[tuple[int, int]] = []
    row, left = 0, _LEFT
    for line in plot.lines:
        wide = _SAMPLE + LETTER_WIDTH * len(line.name) + _ENTRY_GAP
        if left > _LEFT and left + wide > PLOT_WIDTH:
            row, left = row + 1, _LEFT
        placed.append((row, left))
        left += wide
    height = (row + 1) * LEGEND_PITCH if placed else 0
    return [
        _sample(line, place, left, down * LEGEND_PITCH - height + 14)
        for place, (line, (down, left)) in enumerate(zip(plot.lines, placed, strict=True))
    ], height


def _sample(line: Line, place: int, left: int, y: int) -> str:
    """A piece of the line, or a dot of it, and its name."""
    ink, dash = INKS[place % len(INKS)], DASHES[place % len(DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    drawn = (
        f'<circle cx="{left + 12}" cy="{y - 4}" r="{_DOT}" fill="{ink}"/>'
        if line.is_dots
        else f'<line x1="{left}" y1="{y - 4}" x2="{left + 24}" y2="{y - 4}" stroke="{ink}" '
        f'stroke-width="3"{dashed}/>'
    )
    return f'{drawn}<text x="{left + _SAMPLE}" y="{y}">{escape(line.name)}</text>'


def _tick_across(share: float, text: str) -> str:
    x, top, foot = _x(share), _y(1), _y(0)
    return (
        f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{foot}" stroke="#ccc"/>'
        f'<text x="{x:.1f}" y="{foot + 18:.0f}" text-anchor="middle">{escape(text)}</text>'
    )


def _tick_up(share: float, text: str) -> str:
    y, left, right = _y(share), _x(0), _x(1)
    return (
        f'<line x1="{left}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="#ccc"/>'
        f'<text x="{left - 8:.0f}" y="{y + 4:.1f}" text-anchor="end">{escape(text)}</text>'
    )


def _x(share: float) -> float:
    return _LEFT + share * (PLOT_WIDTH - _LEFT - _RIGHT)


def _y(share: float) -> float:
    return PLOT_HEIGHT - _BOTTOM - share * (PLOT_HEIGHT - _TOP - _BOTTOM)
