"""A played evening that holds every kind of act on a card, for those who look at what is kept."""

from inventory.commands.claim import CloseRoundHoldingBack
from inventory.commands.closing import Destroy, FileReport
from inventory.entries.house import Checkpointed
from inventory.ledger.reading import Reader
from tests.inventory.kit import Kit, ok
from tests.inventory.scanned import selling, stock

PAID, TRADED_IN, VOIDED, UNDONE, REPLACED, CLAIMED = 1, 2, 3, 6, 5, 6


def play(kit: Kit) -> None:
    """From the first sale to destruction; red 1 is paid, whatever can be taken back is."""
    hall, red, blue = kit.hall, kit.built.red, kit.built.blue
    ok(kit.sell(1, 2, 3))
    ok(kit.sell(4, 5))
    ok(kit.sell(6))
    ok(kit.undo())
    ok(kit.exchange((4,), 2))
    ok(kit.undo())
    ok(kit.exchange((TRADED_IN,), 2))
    ok(kit.void(VOIDED))
    ok(selling.replace_defect(hall, kit.context(), red(REPLACED).outside, red(6).outside, "torn"))
    ok(kit.punch())
    kit.game_with(red(PAID))
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.claim(red(4)))
    ok(kit.claim(red(PAID)))
    torn = "?????" + red(CLAIMED).code.replace("-", "")[5:]
    ok(kit.claim_by(red(CLAIMED).card_id, torn))
    ok(kit.run(CloseRoundHoldingBack()))
    ok(kit.pay(red(PAID)))
    ok(kit.claim_by(red(CLAIMED).card_id, red(PAID).code))
    ok(kit.pay(red(PAID)))  # what was held back for a claim that fell
    ok(stock.put_back_open(hall, kit.context(), red(7).outside, red(20).outside, 14))
    ok(stock.put_back_open(hall, kit.context(), blue(3).outside, blue(20).outside, 18))
    ok(kit.cash_up(5400, punched=3))
    ok(kit.run(FileReport(0, "BC-7", "4711", "2026-12-01")))
    ok(kit.run(Destroy(0), second="Wil"))


def newest_slip(kit: Kit) -> str:
    """The ten letters on the newest paper slip."""
    with kit.hall.ledger.transaction() as connection:
        kind = Reader(connection).of_kind("Checkpointed")[-1].kind
    assert isinstance(kind, Checkpointed)
    return kind.letters
