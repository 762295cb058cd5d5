"""Money and counts as both programs print them."""

CENTS_PER_DOLLAR = 100


def printed_cents(cents: int) -> str:
    """Dollars and cents.

    >>> printed_cents(1250), printed_cents(1_500_000), printed_cents(0), printed_cents(-5)
    ('$12.50', '$15,000.00', '$0.00', '-$0.05')
    """
    dollars, rest = divmod(abs(cents), CENTS_PER_DOLLAR)
    return f"{'-' if cents < 0 else ''}${dollars:,}.{rest:02d}"


def how_many(count: int, thing: str) -> str:
    """A number of things.

    >>> how_many(1, "pack"), how_many(9000, "card")
    ('1 pack', '9,000 cards')
    """
    return f"{count:,} {thing}" + ("" if count == 1 else "s")
