"""How quickly a hall sells, and how little that depends on how much it holds.

    python benchmarks/hall.py --quick          about a minute
    python benchmarks/hall.py --entries 1000000

Rates stand beside bare `fdatasync` and bare SQLite of the same run, because a disk's rate belongs
to one machine on one day. Ratios to reach: one till singly 0.15 and sixteen clients through one
writer 0.35 of the bare `fdatasync`; 1.3 between a small and a large hall; a start under 1 s.
"""

import argparse
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial
from cardgen.order import HallId
from inventory.clock import Moment
from inventory.commands.sale import Sell
from inventory.desk.execute import OneWriter, Reply, execute
from inventory.desk.hall import Answers, Hall
from inventory.desk.papers.redeciding import Redeciding
from inventory.entries.entry import Context
from inventory.entries.game import OccasionOpened
from inventory.entries.stock import Issued, Received
from inventory.entries.union import Kind
from inventory.ledger.replaying import audit
from inventory.ledger.writing import Writer
from inventory.program.program import Game, GameKind, PrizeBasis, Program, Terms

START = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
PACK_CARDS = 50
CLIENTS = 16
ANSWERS = Answers(HallId("st-brendan"), "St. Brendan's", "us-ny", "yes", "round punch")


@dataclass
class Bench:
    """A hall with one set in so many packs, dealt out to the tills of an open evening."""

    folder: Path
    packs: int
    tills: int = 1
    hall: Hall = field(init=False)
    ticks: int = 0
    next_number: int = 1
    seconds: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.hall = Hall.found(self.folder, ANSWERS, self.context(), "0011aabb")
        ranges = tuple(
            (first, first + PACK_CARDS - 1)
            for first in range(1, self.packs * PACK_CARDS, PACK_CARDS)
        )
        cards = self.packs * PACK_CARDS
        received = Received(
            "000123", "ACME", "T75", "R1", "red", "original", 100, "", 1, cards, (), ranges,
            "ab" * 16, "d" * 16, "f" * 16,
        )  # fmt: skip
        self.seconds["receive"] = timed(lambda: self.write(received))
        each = self.packs // self.tills
        issued = [
            Issued("000123", ranges[till * each : (till + 1) * each], str(till + 1), cards)
            for till in range(self.tills)
        ]
        self.seconds["issue"] = timed(lambda: self.write(*issued))
        terms = Terms(PrizeBasis.FIXED, 10000, 2500)
        game = Game(1, "Monday", GameKind.PRE_DRAWN, terms, ("000123",), pre_drawn=48, calls_max=60)
        self.write(OccasionOpened(Program.of_one_game("Monday", "2026-11-30", game, 0), 5000))

    def context(self, till: str = "1") -> Context:
        """A millisecond later, with a request of its own."""
        self.ticks += 1
        at = START + timedelta(milliseconds=self.ticks)
        return Context(f"{self.ticks:032x}", till, "Ann", "Bob", Moment(at, 0, "boot"))

    def write(self, *kinds: Kind) -> None:
        """Entries in one signed transaction, whatever a decision would say of them."""
        with self.hall.ledger.writing() as session:
            writer = Writer(session)
            writer.append(self.context(), "0" * 32, 0, kinds)
            writer.sign(self.hall.key)

    def next_sale(self) -> Sell:
        """The till's next card."""
        card = CardId(MakerId("ACME"), SetSerial("000123"), AuditNumber(self.next_number))
        self.next_number += 1
        return Sell((card,), "scanned")

    def sell(self, count: int) -> list[float]:
        """Sales one after another; how long each took, in seconds."""
        took = []
        for _ in range(count):
            asked = (self.context(), self.next_sale())
            begun = time.perf_counter()
            answer = execute(self.hall, *asked)
            took.append(time.perf_counter() - begun)
            assert isinstance(answer, Reply), answer
        return took

    def grow(self, entries: int) -> None:
        """Sales in large transactions, as a hall has after a long time."""
        from inventory.desk.execute import execute_all  # noqa: PLC0415 -- once

        while self.ticks < entries:
            asked = [(self.context(), self.next_sale()) for _ in range(500)]
            answers = execute_all(self.hall, asked)
            assert all(isinstance(answer, Reply) for answer in answers), answers[-1]


def timed(do: Callable[[], object]) -> float:
    begun = time.perf_counter()
    do()
    return time.perf_counter() - begun


def bare_flushes(folder: Path, seconds: float) -> float:
    """`fdatasync` a second, a page written before each."""
    handle, count, begun = os.open(folder / "bare", os.O_RDWR | os.O_CREAT, 0o600), 0, 0.0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        os.pwrite(handle, b"x" * 4096, count % 256 * 4096)
        os.fdatasync(handle)
        count += 1
    os.close(handle)
    return count / (time.perf_counter() - begun)


def bare_commits(folder: Path, seconds: float) -> float:
    """Commits of one row a second by SQLite, as the ledger sets it."""
    connection = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE log (sequence INTEGER PRIMARY KEY, entry BLOB) STRICT")
    count, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO log (entry) VALUES (?)", (b"x" * 500,))
        connection.execute("COMMIT")
        count += 1
    connection.close()
    return count / (time.perf_counter() - begun)


def together(bench: Bench, count: int) -> float:
    """Sales a second of sixteen tills through one writer, each waiting for its answer."""
    writer = OneWriter(bench.hall)
    at_a_till = bench.packs // bench.tills * PACK_CARDS
    asked = []
    for till in range(CLIENTS):
        bench.next_number = till * at_a_till + 1
        sales = [bench.next_sale() for _ in range(count // CLIENTS)]
        asked.append([(bench.context(str(till + 1)), sale) for sale in sales])

    def client(till: int) -> int:
        return sum(isinstance(writer.execute(*one), Reply) for one in asked[till])

    begun = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as pool:
        sold = sum(pool.map(client, range(CLIENTS)))
    rate = sold / (time.perf_counter() - begun)
    writer.close()
    return rate


def user_microseconds(do: Callable[[], list[float]]) -> tuple[float, float]:
    """Processor time and median time of each sale."""
    before = os.times()
    took = do()
    after = os.times()
    cpu = (after.user + after.system - before.user - before.system) / len(took)
    return cpu * 1e6, statistics.median(took) * 1e6


def told(name: str, *figures: str) -> None:
    print(f"{name:<52}" + "  ".join(figures), flush=True)


def rates(folder: Path, count: int) -> None:
    flushes, commits = bare_flushes(folder, 2), bare_commits(folder, 2)
    told("bare fdatasync", f"{flushes:9,.0f} /s")
    told("bare SQLite, one row a commit", f"{commits:9,.0f} /s", f"{commits / flushes:.2f}x")
    bench = Bench(folder / "rates", 400)
    bench.sell(20)
    took = bench.sell(count)
    singly = count / sum(took)
    told("one till singly (aim 0.15x)", f"{singly:9,.0f} /s", f"{singly / flushes:.2f}x")
    ordered = sorted(took)
    middle, worst = ordered[count // 2] * 1e3, ordered[count * 99 // 100] * 1e3
    told("scan to answer (aim p99 10 ms)", f"p50 {middle:.2f} ms", f"p99 {worst:.2f} ms")
    bench.hall.close()
    bench = Bench(folder / "tills", 640, CLIENTS)
    flushes = bare_flushes(folder, 2)
    rate = together(bench, 4 * count)
    told(f"{CLIENTS} clients through one writer (aim 0.35x)", f"{rate:9,.0f} /s",
         f"{rate / flushes:.2f}x")  # fmt: skip
    bench.hall.close()


def flat(folder: Path, named: str, benches: Iterable[tuple[str, Bench]], count: int) -> None:
    """Small and large take turns, so that both meet the same machine."""
    halls = list(benches)
    took: dict[str, list[float]] = {name: [] for name, _ in halls}
    cpu: dict[str, float] = dict.fromkeys(took, 0.0)
    for _, bench in halls:
        bench.sell(20)
    for _ in range(10):
        for name, bench in halls:
            used, median = user_microseconds(lambda bench=bench: bench.sell(count // 10))
            took[name].append(median)
            cpu[name] += used / 10
    medians = [statistics.median(took[name]) for name, _ in halls]
    for (name, _), median in zip(halls, medians, strict=True):
        told(f"a sale with {name}", f"{median:9,.0f} us", f"processor {cpu[name]:,.0f} us")
    told(f"{named} (aim 1.3x)", f"{medians[-1] / medians[0]:.2f}x")
    del folder


def started(folder: Path) -> float:
    """Seconds of opening a hall and finding a card, in a program of its own."""
    script = (
        "import sys, time; from pathlib import Path; from inventory.desk.hall import Hall\n"
        "begun = time.perf_counter()\nhall = Hall.open(Path(sys.argv[1]))\n"
        "with hall.reading() as reader:\n    reader.evening(); reader.pack_at('000123', 1)\n"
        "print(time.perf_counter() - begun)"
    )
    told_by = subprocess.run(  # noqa: S603 -- our own text
        [sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=True
    )
    return float(told_by.stdout)


def imports() -> float:
    """Processor seconds of loading all that `inventory sell` loads, the least of five times."""
    script = (
        "import os; b = os.times()\nimport inventory.cli, inventory.desk.execute\n"
        "import inventory.desk.lookup, inventory.reports.spoken.explanation\n"
        "e = os.times(); print(e.user + e.system - b.user - b.system)"
    )
    asked = [sys.executable, "-c", script]
    took = [
        float(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)  # noqa: S603 -- our own text
        for _ in range(5)
    ]
    return min(took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="smaller halls, about a minute")
    parser.add_argument("--entries", type=int, default=100_000, help="of the large ledger")
    asked = parser.parse_args()
    entries = 20_000 if asked.quick else asked.entries
    count = 400 if asked.quick else 2_000
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = Path(name)
        rates(folder, count)
        small, large = Bench(folder / "60", 60), Bench(folder / "19200", 19_200)
        for what in ("receive", "issue"):
            told(f"{what} 19,200 packs (aim 1 s)", f"{large.seconds[what]:9.2f} s")
        flat(folder, "60 and 19,200 packs", [("60 packs", small), ("19,200 packs", large)], count)
        many = Bench(folder / "cards", 200_000 if not asked.quick else 40_000)
        cards = f"{many.packs * PACK_CARDS:,} cards"
        flat(folder, f"3,000 and {cards}", [("3,000 cards", small), (cards, many)], count)
        old = Bench(folder / "old", entries // PACK_CARDS + 100)
        grown = timed(lambda: old.grow(entries))
        told(f"{entries:,} entries written, 500 a commit", f"{entries / grown:9,.0f} /s")
        flat(folder, f"few and {entries:,} entries",
             [("few entries", large), (f"{entries:,} entries", old)], count)  # fmt: skip
        told(f"start at {entries:,} entries (aim 1 s)", f"{started(folder / 'old'):9.2f} s")
        again = Redeciding(old.hall)
        audited = timed(lambda: audit(old.hall.ledger, again.watch))
        told(f"audit of {entries:,} entries", f"{audited:9.1f} s",
             f"{audited / entries * 1e6:.0f} s a million (aim 120)")  # fmt: skip
        told("imports of inventory sell (aim 0.25 s)", f"{imports():9.2f} s")
        for bench in (small, large, many, old):
            bench.hall.close()


if __name__ == "__main__":
    main()
