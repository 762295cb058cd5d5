"""What the hall has now, read from its ledger: stock, tills, the evening."""

from inventory.decisions.facts import PackFacts
from inventory.decisions.sale.queue import next_of
from inventory.desk.hall import Hall
from inventory.entries.states import CardState
from inventory.ledger.reading import Reader
from inventory.reports.figures.standing import NextCard, SetInHall, StockNow, Tonight


def read_stock(hall: Hall) -> StockNow:
    """Every set with its packs, also before an evening."""
    with hall.reading() as reader:
        counts = reader.state_counts()
        packs = reader.all_packs()
        sets = tuple(
            SetInHall(
                received,
                tuple(pack for pack in packs if pack.set_serial == received.set_serial),
                {state: count for (serial, state), count in counts.items()
                 if serial == received.set_serial},
            )
            for received in reader.known_series()
        )  # fmt: skip
        return StockNow(sets, _next_cards(reader, packs))


def read_tonight(hall: Hall) -> Tonight:
    """The evening as it is now."""
    with hall.reading() as reader:
        counts: dict[CardState, int] = {}
        for (_, state), count in reader.state_counts().items():
            counts[state] = counts.get(state, 0) + count
        return Tonight(reader.evening(), counts)


def _next_cards(reader: Reader, packs: tuple[PackFacts, ...]) -> tuple[NextCard, ...]:
    at_tills = dict.fromkeys(
        (pack.till, pack.set_serial) for pack in packs if pack.state is CardState.ISSUED
    )
    return tuple(
        NextCard(till, serial, next_of(reader.packs_of_till(till).of(serial)))
        for till, serial in sorted(at_tills)
    )
