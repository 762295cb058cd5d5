"""Cards dealt and sealed a second, beside `random.sample` and fastfpe, in one run.

Claim: dealing by keyed permutation and sealing keep up with drawing at random, one process.
Run: python benchmarks/dealing.py [--cards N]. Ratios carry from machine to machine, rates do not.
Each row is the median of five rounds; the rows take turns, so that a machine that slows down
slows all of them.
"""

import argparse
import io
import random
import statistics
import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from fastfpe import ff1

from cardgen.card_id import AuditNumber, FormCode, MakerId, SetSerial
from cardgen.secret.batches import BatchFf1, cmac
from cardgen.secret.dealing import (
    SET_NUMERALS,
    SET_RADIX,
    SET_TWEAK,
    deal_series,
    numbers_of,
)
from cardgen.secret.ff1 import Ff1Shape
from cardgen.secret.keys import Component, RunSecrets
from cardgen.secret.printing import printed
from cardgen.secret.sealing import BundleWriter
from cardgen.series import RunId, Series, SeriesCode

SECRETS = RunSecrets(Component(b"\x01" * 32), Component(b"\x02" * 32), RunId(b"\x03" * 16))
ROUNDS = 5


def main() -> None:
    """Print a table: what, how many a second, and against random.sample."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=40_000)
    cards = parser.parse_args().cards
    series = a_series(cards)
    rows: dict[str, tuple[int, Callable[[], None]]] = {
        "random.sample of five columns": (cards, lambda: sample_cards(cards)),
        "FF1 by fastfpe (radix 36, n 11)": (cards, lambda: fastfpe_cards(cards)),
        "FF1 in numpy (radix 36, n 11)": (cards * 10, lambda: ff1_cards(cards * 10)),
        "AES-CMAC in numpy": (cards * 10, lambda: cmac_cards(cards * 10)),
        "cards dealt, faces unranked": (cards, lambda: deal_cards(series)),
        "cards dealt, rows of print": (cards, lambda: print_cards(series)),
        "cards dealt, sealed, signed": (cards, lambda: seal_cards(series)),
    }
    rates: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(ROUNDS):
        for name, (count, work) in rows.items():
            begun = time.perf_counter()
            work()
            rates[name].append(count / (time.perf_counter() - begun))
    base = statistics.median(rates["random.sample of five columns"])
    print(f"{cards} cards, median of {ROUNDS} rounds, one process")
    for name, measured in rates.items():
        rate = statistics.median(measured)
        print(f"{name:34} {rate:14,.0f} a second  {rate / base:8.2f} x random.sample")


def a_series(cards: int) -> Series:
    """A series of that many one-face cards."""
    return Series(
        maker=MakerId("ACME"),
        form=FormCode("T75"),
        set_serial=SetSerial("000001"),
        series=SeriesCode("R1"),
        color="red",
        first=AuditNumber(1),
        count=cards,
        run_id=SECRETS.run_id,
        run_offset=0,
    )


def sample_cards(cards: int) -> None:
    """What most programs do: five samples a card; nothing keeps two cards apart."""
    columns = [range(low + 1, low + 16) for low in range(0, 75, 15)]
    heights = (5, 5, 4, 5, 5)
    for _ in range(cards):
        for column, height in zip(columns, heights, strict=True):
            random.sample(column, height)


def fastfpe_cards(cards: int) -> None:
    """The fastest FF1 package that installs, one string at a time."""
    alphabet = "0123456789abcdefghijklmnopqrstuvwxyz"
    key, tweak = bytes(32).hex(), SET_TWEAK.hex()
    for number in range(cards):
        text = np.base_repr(number, SET_RADIX).lower().rjust(SET_NUMERALS, "0")
        ff1.encrypt(key, tweak, alphabet, text)


def ff1_cards(count: int) -> None:
    """Our FF1, in the batches of dealing."""
    cipher = BatchFf1(bytes(32), Ff1Shape(SET_RADIX, SET_NUMERALS, SET_TWEAK))
    for start, end in pairwise(range(0, count + 1, 20_000)):
        cipher.encrypt(np.arange(start, end, dtype=np.uint64))


def cmac_cards(count: int) -> None:
    """Our CMAC, in the same batches."""
    for start, end in pairwise(range(0, count + 1, 20_000)):
        cmac(bytes(32), np.arange(start, end, dtype=np.uint32), 0)


def deal_cards(series: Series) -> None:
    """Set index, arrangement, face number, code, salts, tag, and the 24 numbers."""
    for batch in deal_series(SECRETS, series):
        numbers_of(batch)


def print_cards(series: Series) -> None:
    """The same, and every token with its check symbol."""
    for batch in deal_series(SECRETS, series):
        printed(batch)


def seal_cards(series: Series) -> None:
    """Dealt, sealed, hashed into the tree, and signed once."""
    bundle = BundleWriter(io.BytesIO(), series, Ed25519PrivateKey.generate())
    for batch in deal_series(SECRETS, series):
        bundle.add(batch)
    bundle.sign()


if __name__ == "__main__":
    main()
