"""The case file of a card whose number two papers may bear, for manager, maker and police."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from cardgen.amounts import how_many, printed_cents
from cardgen.card_id import CardId
from cardgen.proof.merkle import leaf_hash
from inventory.decisions.claim.opened import faces_of
from inventory.decisions.facts import CardFacts
from inventory.entries.claim import (
    ClaimDecided,
    ClaimOpened,
    ClaimRefused,
    ClaimReopened,
    CodeReadAgain,
    Paid,
    RestPaid,
    RoundClosed,
    SharesSettled,
)
from inventory.entries.entry import Entry
from inventory.entries.game import DrawCorrected
from inventory.entries.sale import CardKind
from inventory.entries.stock import Received
from inventory.ledger.proving import CardProof
from inventory.paper import Block, Cell, Column, Heading, Paper, Table, Words
from inventory.reports.papers.common import COUNT
from inventory.reports.spoken.explanation import grid, lines_of

NAME = "case"
NO_SIGN = (
    "The ledger holds no sign of a second paper: no claim from a second table, no code read again."
)
_OPENS_NOTHING = frozenset({"not-opened", "foreign-card", "not-committed"})


@dataclass(frozen=True, slots=True)
class MakerSays:
    """What the maker's kept delivery proves of the set, or why it proves nothing now."""

    received: Received
    damaged: str
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CaseBooks:
    """All that a case file is written from."""

    hall_name: str
    card: CardFacts
    proof: CardProof
    maker: MakerSays | None
    made_at: datetime
    local: Callable[[datetime], datetime]

    @property
    def printed(self) -> str:
        """The card id."""
        return self.card.card.printed

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every entry that moved the card or names it, in order."""
        return tuple(one.entry for one in self.proof.entries)

    def at(self, entry: Entry) -> str:
        """When that was, on the hall's clock."""
        return f"{self.local(entry.context.moment.at):%Y-%m-%d %H:%M:%S}"


def case_paper(books: CaseBooks) -> Paper:
    """The file."""
    card = books.card
    series = card.series
    state = str(card.state) if card.state else "never received here"
    return Paper(
        name=f"{NAME}-{books.printed}",
        title=f"Case file of card {books.printed}",
        label=(
            "What the hall's ledger and the maker's signed files say of one number that two papers "
            "may bear. It accuses nobody, and the code inside the card does not stand in it."
        ),
        facts=(
            ("Hall", books.hall_name),
            ("Card", f"{books.printed}, card {card.number} of set {card.card.set_serial}"),
            ("Series", f"{series.color} {series.series}" if series else "not known here"),
            ("It is now", state),
            ("Written", f"{books.local(books.made_at):%Y-%m-%d %H:%M}"),
        ),
        blocks=(
            Heading("Signs of a second paper"),
            *(Words(sign) for sign in signs_of(books) or (NO_SIGN,)),
            *_sale(books),
            *_claims(books),
            *_payments(books),
            *_faces(books),
            *_maker(books),
            *_proofs(books),
            Heading("What to do"),
            *(Words(f"{place}. {text}") for place, text in enumerate(WHAT_TO_DO, start=1)),
        ),
    )


def signs_of(books: CaseBooks) -> tuple[str, ...]:
    """What in the ledger may tell of a second paper, or of money that was paid by mistake."""
    found: list[str] = []
    kinds = [entry.kind for entry in books.entries]
    again = [one for one in kinds if isinstance(one, CodeReadAgain)]
    if again:
        where = ", ".join(one.table or "no table given" for one in again)
        times = how_many(len(again), "time")
        found.append(f"Its code was read again on an open claim: {times} ({where}).")
    tables = dict.fromkeys(
        one.table for one in kinds if isinstance(one, ClaimOpened | CodeReadAgain) and one.table
    )
    if len(tables) > 1:
        found.append(f"It was claimed at several tables: {', '.join(tables)}.")
    refused = [one for one in kinds if isinstance(one, ClaimRefused)]
    if refused:
        whys = "; ".join(dict.fromkeys(one.why for one in refused))
        found.append(f"Refused when it was claimed: {how_many(len(refused), 'claim')} ({whys}).")
    wrong = [one for one in kinds if isinstance(one, ClaimDecided) and one.code in _OPENS_NOTHING]
    if wrong:
        found.append(f"A code was given that is not this card's: {how_many(len(wrong), 'time')}.")
    found += [
        f"It was paid, and a correction of ball {one.place} took a number from it: the money is a "
        "case for the manager, whoever's paper it was."
        for one in kinds
        if isinstance(one, DrawCorrected) and books.card.card in one.cases
    ]
    return tuple(found)


def _sale(books: CaseBooks) -> Iterator[Block]:
    yield Heading("How it was sold")
    rows = tuple(
        (
            books.at(entry),
            entry.kind_name,
            f"{books.card.sale.number:06d}" if books.card.sale.number else "",
            entry.context.till,
            entry.context.clerk,
            entry.context.second,
            "; ".join(lines_of((entry,))),
        )
        for entry in books.entries
        if isinstance(entry.kind, CardKind)
    )
    columns = (Column("When"), Column("What"), Column("Sale"), Column("Till"), Column("By"),
               Column("Second"), Column("In words"))  # fmt: skip
    if rows:
        yield Table("Sale", columns, rows)
    else:
        yield Words("This ledger sold no card of this number.")


def _claims(books: CaseBooks) -> Iterator[Block]:
    yield Heading("Claims")
    rows = tuple(row for entry in books.entries for row in _claim_rows(books, entry))
    if not rows:
        yield Words("It was never claimed here.")
        return
    columns = (Column("When"), Column("Claim"), Column("What"), Column("Table"), Column("Till"),
               Column("By"), Column("Came to"))  # fmt: skip
    yield Table("Claims and what they came to", columns, rows)
    for entry in books.entries:
        if isinstance(entry.kind, ClaimDecided):
            steps = tuple((str(number), result, why) for number, result, why in entry.kind.steps)
            name = f"Steps of claim {entry.kind.claim} at {books.at(entry)}"
            yield Table(name, (Column("Step"), Column("Result"), Column("Why")), steps)


def _claim_rows(books: CaseBooks, entry: Entry) -> Iterator[tuple[Cell, ...]]:
    kind = entry.kind
    by = (entry.context.till, entry.context.clerk)
    match kind:
        case ClaimOpened():
            yield (books.at(entry), str(kind.claim), "claimed", kind.table, *by, "")
        case CodeReadAgain():
            yield (books.at(entry), str(kind.claim), "code read again", kind.table, *by, "")
        case ClaimDecided():
            why = f", step {kind.failed_step} ({kind.code})" if kind.code else ""
            yield (books.at(entry), str(kind.claim), "judged", "", *by, f"{kind.verdict}{why}")
        case ClaimRefused():
            came = f"step {kind.failed_step} ({kind.code}): {kind.why}"
            yield (books.at(entry), "", "refused", "", *by, came)
        case ClaimReopened():
            came = f"ball {kind.place} was corrected"
            yield (books.at(entry), str(kind.claim), "judged again", "", *by, came)
        case DrawCorrected():
            is_case = books.card.card in kind.cases
            came = "paid, now a case" if is_case else "called back"
            yield (books.at(entry), "", "draw corrected", "", *by, came)
        case _:
            return


def _payments(books: CaseBooks) -> Iterator[Block]:
    yield Heading("Shares and payments")
    rows: list[tuple[Cell, ...]] = []
    for entry in books.entries:
        kind = entry.kind
        if isinstance(kind, RoundClosed | SharesSettled):
            shares = dict(zip((*kind.winners, *kind.held_back), kind.shares, strict=True))
            told = printed_cents(shares.get(books.card.card, 0))
            what = _share_word(kind, books.card.card)
            rows.append((books.at(entry), what, told, entry.context.clerk, _round(kind)))
        if isinstance(kind, Paid | RestPaid):
            contact = f", {kind.contact}" if kind.contact else ""
            to = f"{kind.to}, by {kind.source}{contact}, for round {kind.round}"
            rows.append(
                (books.at(entry), "PAID", printed_cents(kind.cents), entry.context.clerk, to)
            )
    columns = (Column("When"), Column("What"), Column("Amount"), Column("By"), Column("To"))
    if rows:
        yield Table("Shares and payments", columns, tuple(rows))
    else:
        yield Words("Nothing was paid on this number.")


def _share_word(kind: RoundClosed | SharesSettled, card: CardId) -> str:
    if card in kind.held_back:
        return "share held back"
    if card in kind.without_share:
        return "valid, no share"
    return "share fixed" if isinstance(kind, RoundClosed) else "share fixed anew"


def _round(kind: RoundClosed | SharesSettled) -> str:
    return f"round {kind.round}, {kind.prize} prize"


def _faces(books: CaseBooks) -> Iterator[Block]:
    yield Heading("Numbers of the card")
    openings = [
        entry.kind.opening
        for entry in books.entries
        if isinstance(entry.kind, ClaimDecided) and entry.kind.opening
    ]
    if not openings:
        yield Words("No code opened it here, so its numbers are not known to this hall.")
        return
    yield Words(
        "The code of at least one paper opened these, as its maker committed to them before the "
        "first sale. A paper with other numbers was altered."
    )
    for place, face in enumerate(faces_of(openings[-1]), start=1):
        head, *lines = (line.split() for line in grid(face))
        columns = tuple(Column(letter) for letter in head)
        yield Table(f"Face {place}", columns, tuple(tuple(line) for line in lines))


def _maker(books: CaseBooks) -> Iterator[Block]:
    yield Heading("What its maker signed")
    maker = books.maker
    if maker is None:
        yield Words("No delivery with this number was received here: ask the maker it names.")
        return
    received = maker.received
    facts = (
        ("Maker", received.maker),
        ("Fingerprint of the maker's root key", received.fingerprint),
        ("Cards of the delivery", f"{received.first} to {received.last}"),
        *maker.facts,
    )
    yield Table("Certificate", (Column("What"), Column("It says")), facts)
    spoiled = ", this one among them" if books.card.is_spoiled else ""
    yield Words(f"Numbers destroyed at the plant: {len(received.skips)}{spoiled}.")
    if maker.damaged:
        yield Words(f"The hall's copy of the delivery does not hold now: {maker.damaged}")
    else:
        yield Words(MAKERS_WORDS)


def _proofs(books: CaseBooks) -> Iterator[Block]:
    yield Heading("Every entry on it, in the signed tree")
    columns = (Column("Entry", COUNT), Column("When"), Column("What"), Column("By"),
               Column("Leaf (SHA-256)"), Column("Hashes", COUNT))  # fmt: skip
    rows = tuple(
        (
            one.entry.sequence,
            books.at(one.entry),
            one.entry.kind_name,
            " and ".join(
                name for name in (one.entry.context.clerk, one.entry.context.second) if name
            ),
            leaf_hash(one.entry.json).hex(),
            len(one.proof),
        )
        for one in books.proof.entries
    )
    yield Table("Entries", columns, rows)
    yield Words("Each leaf leads by its hashes (in proof.json) to the root of this signed note:")
    yield from (Words(line) for line in books.proof.note.splitlines() if line.strip())


MAKERS_WORDS = (
    "The certificate, the list of all cards and the verification file hold, under the fingerprint "
    "above. The maker printed this number once: of two papers that bear it, one is a copy."
)

WHAT_TO_DO = (
    (
        "Keep both papers. Give neither back, write on neither, punch neither. Each goes into an "
        "envelope of its own with table, the name of who gave it, and the time; two people sign."
    ),
    (
        "Pay nobody on this number until it is decided. The round may close with its share held "
        "back: inventory round close --hold-back. If it is paid already, keep the receipt with "
        "the papers."
    ),
    (
        "Read back the table, the seller's name and the sale above to whoever was there, and note "
        "what each player says of where the card was bought."
    ),
    (
        "Compare the outsides: number, color word, linear code and square code must be the same "
        "on both, and a copy has them too. Scan each outside at a till: a tag that was made up is "
        "refused."
    ),
    (
        "Compare the papers with an unsold card of the same pack: weight, shade, the print of the "
        "block-out against a lamp, perforation, glue on the three edges, the fold, teeth of the "
        "cut. A copy is cut by other means and was never glued shut."
    ),
    (
        "Compare the numbers inside with the face above, cell by cell, also the number in the "
        "free space. Other numbers, or a code that opens nothing, are an altered or invented "
        "card."
    ),
    (
        "Send this file to the maker and ask which paper is of the run. When no code can be read, "
        "the maker's two custodians open this one card after the occasion is closed: cardgen "
        "open-card. The two papers themselves stay here."
    ),
    (
        "Give the police this file with proof.json. docs/check-a-ledger.md shows how a stranger "
        "checks every entry with a program of his own; inventory papers --auditor gives him the "
        "whole ledger."
    ),
)
