"""A whole evening at the terminal, command by command, as the demo plays it."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from inventory.cli import main
from samples.evening import Evening, OpenedCard, play
from tests.inventory.delivery_builder import Asked, build_delivery


def test_an_evening_from_delivery_to_destruction(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built = build_delivery(tmp_path / "delivery", Asked(reds=80, blues=40))
    cards = {card.card_id: card for card in built.cards.values()}
    told: list[str] = []

    monkeypatch.setenv("INVENTORY_HALL", str(tmp_path / "hall"))

    def run(words: tuple[str, ...], typed: str) -> tuple[int, dict[str, Any]]:
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        with pytest.raises(SystemExit) as done:
            main(words)
        out = capsys.readouterr().out
        assert isinstance(done.value.code, int)
        return done.value.code, json.loads(out)

    def tear_open(card_id: str) -> OpenedCard:
        return OpenedCard(card_id, cards[card_id].inside, cards[card_id].numbers)

    hall = tmp_path / "hall"
    play(Evening(run, tear_open, built.folder, built.fingerprint, hall, told.append))
    assert sum(line.strip().startswith("refused (") for line in told) == 6 + 7
    assert any("VALID: maker ACME" in line for line in told)
    secrets = [card.code.replace("-", "")[:16] for card in cards.values()]
    assert not any(secret in line for secret in secrets for line in told)
    kept = b"".join(path.read_bytes() for path in hall.rglob("*") if path.is_file())
    assert not any(secret.encode() in kept for secret in secrets)
