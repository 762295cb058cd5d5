from pathlib import Path

import pytest

from cardgen.press.layout import Layout, load_layout
from cardgen.press.press_file import draw_press_file
from cardgen.printed_batch import PrintedBatch
from tests.press.cards import a_batch, a_job, a_series
from tests.press.raster import Picture, pages

CARDS = 20


@pytest.fixture(scope="session")
def layout() -> Layout:
    return load_layout(a_series().form)


@pytest.fixture(scope="session")
def batch() -> PrintedBatch:
    return a_batch(a_series(CARDS))


@pytest.fixture(scope="session")
def press_pdf(tmp_path_factory: pytest.TempPathFactory, batch: PrintedBatch) -> Path:
    path = tmp_path_factory.mktemp("press") / "red.pdf"
    draw_press_file(path, a_job(batch.series), [batch], batch.count)
    return path


@pytest.fixture(scope="session")
def pictures(press_pdf: Path, layout: Layout) -> list[Picture]:
    return pages(press_pdf, layout)
