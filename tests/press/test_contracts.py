"""A second opinion on PDF/X-4 and PDF/VT: the contracts that fullbleed reads out of a file."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from cardgen.press.finishing import draw_finishing_template
from cardgen.press.press_file import draw_press_file
from tests.press.cards import a_batch, a_job, a_series


def profile(path: Path) -> dict[str, Any]:
    """What fullbleed says of a file; it comes with the dev extra, so in CI it must be there."""
    program = Path(sys.executable).with_name("fullbleed")
    if not program.exists():
        missing = "fullbleed is missing: pip install -e '.[dev]'"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    done = subprocess.run(
        [program, "inspect", "pdf", path, "--json"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["warnings"] == []
    found: dict[str, Any] = said["profile"]
    return found


@pytest.fixture(scope="module")
def two_cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    series = a_series(2)
    path = tmp_path_factory.mktemp("contracts") / "two.pdf"
    draw_press_file(path, a_job(series), [a_batch(series)], 2)
    return path


def test_a_press_file_keeps_the_contract_of_pdf_x_4(two_cards: Path) -> None:
    said = profile(two_cards)
    assert said["pdfx_contract_valid"] is True
    assert "pdfx4" in said["claims"]


def test_the_finishing_template_keeps_it_too(tmp_path: Path) -> None:
    path = tmp_path / "template.pdf"
    path.write_bytes(draw_finishing_template(a_job(a_series(2))))
    said = profile(path)
    assert said["pdfx_contract_valid"] is True
    assert said["dpart_root_present"] is False


def test_its_document_parts_are_a_graph_of_one_record_a_card(two_cards: Path) -> None:
    """ISO 32000-2 nests the parts in arrays; this judge reads a flat list: a copy has one."""
    flat = two_cards.with_name("flat.pdf")
    with pikepdf.open(two_cards) as pdf:
        node = pdf.Root.DPartRoot.DPartRootNode
        for one in [node, *(pack for part in node.DParts for pack in part)]:
            one.DParts = pikepdf.Array([leaf for part in one.DParts for leaf in part])
        pdf.save(flat, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    said = profile(flat)
    assert said["pdfvt_dpart_graph_valid"] is True
    assert said["pdfvt_dpm_valid"] is True
    assert said["pdfvt_record_count"] == 2


def test_it_sees_a_broken_contract_and_a_broken_graph(two_cards: Path) -> None:
    """A judge that never says no is none."""
    broken = two_cards.with_name("broken.pdf")
    with pikepdf.open(two_cards) as pdf:
        node = pdf.Root.DPartRoot.DPartRootNode
        node.DParts = pikepdf.Array([node.DParts[0][0]])
        del pdf.Root.OutputIntents
        pdf.save(broken, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    said = profile(broken)
    assert said["pdfx_contract_valid"] is not True
    assert said["pdfvt_dpart_graph_valid"] is not True
