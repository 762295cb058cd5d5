"""Blocks of a paper one below the other, over as many pages as they need."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cardgen.documents.pen import Pen


@dataclass(frozen=True, slots=True)
class Block:
    """Something of a height that is drawn at a `y`.

    `keeps` is the room that must be left below it; `under` is the head of the table it is a row
    of, which stands again on a page that begins with the row.
    """

    height: float
    draw: Callable[[Pen, float], None]
    keeps: float = 0.0
    under: "Block | None" = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A block at its place on a page."""

    block: Block
    y: float


def paged(blocks: Iterable[Block], tops: tuple[float, float], bottom: float) -> list[list[Placed]]:
    """The blocks in pages; the first page begins at the first top, all others at the second."""
    pages: list[list[Placed]] = [[]]
    y = tops[0]
    for block in blocks:
        if pages[-1] and y + block.height + block.keeps > bottom:
            pages.append([])
            y = tops[1]
            if block.under is not None:
                pages[-1].append(Placed(block.under, y))
                y += block.under.height
        pages[-1].append(Placed(block, y))
        y += block.height
    return pages
