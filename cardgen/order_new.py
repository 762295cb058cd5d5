"""A new order form from a few answers, with what most orders have; people change it by hand."""

import json
from dataclasses import dataclass

from cardgen.card_id import MakerId, SetSerial

TRADE_INS_EACH = 2


@dataclass(frozen=True, slots=True)
class NewOrder:
    """What is asked before a form is written; `serial` is the first free set serial."""

    number: str
    maker: MakerId
    hall: str
    hall_name: str
    jurisdiction: str
    count: int
    price_cents: int
    serial: SetSerial

    @property
    def toml(self) -> str:
        """The form: originals, and two trade-ins for each of them."""
        second = f"{int(self.serial) + 1:06d}"
        return f"""\
# An order form: one run of sealed cards for one hall. All fields: docs/order.md.
order = {_text(self.number)}
maker = {_text(self.maker)}
form = "T75"              # the fold-over card with one face
hall = {_text(self.hall)}
hall_name = {_text(self.hall_name)}
jurisdiction = {_text(self.jurisdiction)}
spare_percent = 4         # printed beyond what was ordered, in place of what is spoiled

[stock]                   # the paper that the press will run: ask your printer
grammage = 170            # grams a square meter
opacity = 99.5            # percent, ISO 2471
board = "black-core"      # or plain, or foil
grain = "along"           # the fold, or across it

[[series]]
set_serial = "{self.serial}"     # one printed set; never printed twice
series = "R1"
color = "red"
role = "original"
count = {self.count}
price_cents = {self.price_cents}

[[series]]                # leave it out where nothing is exchanged
set_serial = "{second}"
series = "B1"
color = "blue"
role = "trade-in"
exchange_of = "{self.serial}"    # two of these for one surrendered original
count = {TRADE_INS_EACH * self.count}
price_cents = {self.price_cents}
"""


def _text(value: str) -> str:
    """A basic string of TOML, which JSON's escapes are too."""
    return json.dumps(value, ensure_ascii=False)
