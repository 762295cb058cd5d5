"""The page tree: balanced, no node with more than 200 kids, known before the first page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from cardgen.press.pdf_objects import reference
from cardgen.press.rows import Numbers

PAGES_PER_NODE = 200


@dataclass(frozen=True, slots=True)
class PageTree:
    """Nodes above `page_count` pages; all but the root are numbered from `first_node` on."""

    root: int
    page_count: int
    first_node: int

    @property
    def level_sizes(self) -> tuple[int, ...]:
        """How many nodes each level has, from the one above the pages to the root."""
        sizes = [-(-self.page_count // PAGES_PER_NODE)]
        while sizes[-1] > 1:
            sizes.append(-(-sizes[-1] // PAGES_PER_NODE))
        return tuple(sizes)

    @property
    def node_count(self) -> int:
        """How many nodes there are besides the root."""
        return sum(self.level_sizes) - 1

    def number(self, level: int, place: int) -> int:
        """The object number of a node."""
        if level == len(self.level_sizes) - 1:
            return self.root
        return self.first_node + sum(self.level_sizes[:level]) + place

    def parents(self, pages: Numbers) -> Numbers:
        """The object numbers of the nodes above pages, counted from 0."""
        if len(self.level_sizes) == 1:
            return np.full_like(pages, self.root)
        return self.first_node + pages // PAGES_PER_NODE

    def nodes(self, page_references: Callable[[int, int], bytes]) -> Iterator[tuple[int, bytes]]:
        """Each node's number and body; the kids of the lowest level are asked for."""
        sizes = self.level_sizes
        pages_below = PAGES_PER_NODE
        for level, size in enumerate(sizes):
            for place in range(size):
                first = place * pages_below
                count = min(pages_below, self.page_count - first)
                kids = (
                    page_references(first, first + count)
                    if level == 0
                    else self._node_references(level - 1, place)
                )
                yield self.number(level, place), self._node(level, place, (count, kids))
            pages_below *= PAGES_PER_NODE

    def _node_references(self, level: int, parent: int) -> bytes:
        first = parent * PAGES_PER_NODE
        last = min(first + PAGES_PER_NODE, self.level_sizes[level])
        return b" ".join(reference(self.number(level, place)) for place in range(first, last))

    def _node(self, level: int, place: int, below: tuple[int, bytes]) -> bytes:
        above = b""
        if level < len(self.level_sizes) - 1:
            above = b"/Parent " + reference(self.number(level + 1, place // PAGES_PER_NODE))
        return b"<</Type/Pages%b/Count %d/Kids[%b]>>" % (above, *below)
