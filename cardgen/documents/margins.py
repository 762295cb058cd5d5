"""The margins of a document's page."""

from cardgen.documents.pen import PAGE_WIDTH

LEFT, RIGHT = 18.0, PAGE_WIDTH - 18.0  # millimeters from the page's left edge
WIDTH = RIGHT - LEFT
