"""Level 2 disclosure as anyone reads it: cards made again, each proved before it is used.

The file is what `cardgen regenerate DISCLOSURE.json --json` prints. It is read card by card, so
that a run of any size costs the memory of one card; and no secret is needed to prove it.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from cardgen.card_id import CardId
from cardgen.errors import BadFileError, BadValueError, VerificationError, printable
from cardgen.proof.bundle import SUBTREE_LEAVES, Bundle
from cardgen.proof.framing import MalformedError, one_line, whole_number, without_duplicates
from cardgen.proof.header import series_of
from cardgen.proof.plaintext import SealedFace, packed
from cardgen.proof.record import CommitmentError, OpenedCard, SealedRecord, told_card
from cardgen.series import Series

CHUNK_CHARS = 1 << 20
VALUE_CHARS_MAX = 1 << 20  # one card or header; a card of six faces has under 4,000
_CARD_ID = "card_id"
_LONG = "a value is too long, or is none"
_MENDS = "Make it again: cardgen regenerate DISCLOSURE.json --json."
_BLANKS = " \t\r\n"


class RegeneratedError(VerificationError):
    """A file of cards made again that tells another card than the maker signed for."""

    code = "bad-regenerated"

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{printable(path.name)}: {why}. Nothing of it is used. {_MENDS}")


@dataclass(frozen=True, slots=True)
class ToldCard:
    """A card as the file tells it: the plaintext of its record, and its faces column by column."""

    card: CardId
    plaintext: bytes = field(repr=False)
    columns: tuple[tuple[tuple[int, ...], ...], ...] = field(repr=False)

    @classmethod
    def of_fields(cls, fields: dict[str, Any]) -> "ToldCard":
        """The card from its fields. Raises: BadValueError, KeyError, TypeError, OverflowError."""
        card = CardId.parse(one_line(fields, _CARD_ID))
        if whole_number(fields["audit_number"]) != card.audit_number:
            raise BadValueError("The audit number", fields["audit_number"], "that of the card id")
        faces = [
            SealedFace(
                whole_number(face["set_index"]),
                whole_number(face["arrangement"]),
                int(one_line(face, "face_number")),
            )
            for face in fields["faces"]
        ]
        plaintext = packed(faces, bytes.fromhex(one_line(fields, "leaf_salt")))
        columns = tuple(
            tuple(tuple(whole_number(one) for one in column) for column in face["columns"])
            for face in fields["faces"]
        )
        return cls(card, plaintext, columns)


def told_cards(path: Path, wanted: "Wanted") -> Iterator[ToldCard]:
    """The wanted cards of the file in its order; the series that it names are compared first.

    Raises: BadFileError, when it is no such file; RegeneratedError, when it is of another run.
    """
    try:
        with path.open(encoding="utf-8") as file:
            for name, value in _parts(_Json(file)):
                if name == "header":
                    _check_series(path, series_of(value), wanted)
                elif one_line(value, _CARD_ID) in wanted.cards:
                    yield ToldCard.of_fields(value)
    except OSError as error:
        raise BadFileError(path, error.strerror or "cannot be read", _MENDS) from None
    except (MalformedError, BadValueError) as error:
        why = error.why if isinstance(error, MalformedError) else str(error).rstrip(".")
        raise BadFileError(path, why, _MENDS) from None
    except (KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise BadFileError(path, "a field is missing or of the wrong type", _MENDS) from None
    except ValueError as error:
        raise BadFileError(path, f"it is not such JSON ({error})", _MENDS) from None


@dataclass(frozen=True, slots=True)
class Wanted:
    """The cards somebody asks for, by their printed ids, and the series they may be of."""

    cards: frozenset[str]
    series: tuple[Series, ...]


def _check_series(path: Path, told: Series, wanted: Wanted) -> None:
    for series in wanted.series:
        if series.set_serial == told.set_serial and series != told:
            raise RegeneratedError(path, f"set {told.set_serial} is of another run or series")


class Prover:
    """Told cards proved in the root that the plant signed; cards in order share their leaves."""

    def __init__(self, path: Path, bundle: Bundle) -> None:
        self._path, self._bundle = path, bundle
        self._subtree, self._leaves = -1, ()  # type: int, tuple[bytes, ...]

    def proved(self, told: ToldCard) -> OpenedCard:
        """The card, once its leaf is found at its place.

        Raises: RegeneratedError, naming the card; BundleError, when the bundle changed.
        """
        bundle, card = self._bundle, told.card
        try:
            if bundle.series.card_id(card.audit_number) != card:
                raise RegeneratedError(self._path, f"card {card.printed} is not of this maker")
            subtree, place = divmod(bundle.series.card_index(card.audit_number), SUBTREE_LEAVES)
            if subtree != self._subtree:
                self._subtree, self._leaves = subtree, bundle.proved_leaves(subtree)
            record = SealedRecord(b"", self._leaves[place], b"")
            opened = told_card(bundle.series_hash, card, told.plaintext, record)
        except (CommitmentError, BadValueError):
            why = f"card {card.printed} is not the card that the maker signed for"
            raise RegeneratedError(self._path, why) from None
        if told.columns != tuple(face.face.columns for face in opened.faces):
            why = f"card {card.printed} is shown with other numbers than it has"
            raise RegeneratedError(self._path, why)
        return opened


def _parts(json_: "_Json") -> Iterator[tuple[str, dict[str, Any]]]:
    """Each series' header and each card, as they come by."""
    for name in json_.members():
        if name != "series":
            json_.value()
            continue
        for _ in json_.items():
            for part in json_.members():
                if part == "cards":
                    for _ in json_.items():
                        yield "card", json_.value()
                elif part == "header":
                    yield "header", json_.value()
                else:
                    json_.value()
    json_.end()


class _Json:
    """JSON text read by and by: objects and lists stepped into, values taken whole."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._text, self._at, self._is_all = "", 0, False
        self._decoder = json.JSONDecoder(object_pairs_hook=without_duplicates)

    def members(self) -> Iterator[str]:
        """The keys of the object that comes; the caller takes each one's value."""
        seen: set[str] = set()
        for _ in self._inside("{", "}"):
            key = self.value()
            if not isinstance(key, str) or key in seen:
                raise ValueError("a key occurs twice or is no text")
            seen.add(key)
            self._take(":")
            yield key

    def items(self) -> Iterator[None]:
        """The items of the list that comes; the caller takes each."""
        return self._inside("[", "]")

    def value(self) -> Any:  # noqa: ANN401 -- any JSON value
        """The value that comes, whole. Raises: ValueError."""
        self._next()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError:
                end, value = len(self._text), None
                if self._is_all:
                    raise
            # A number may go on behind the end of what was read.
            if end < len(self._text) or self._is_all:
                self._at = end
                return value
            if len(self._text) - self._at > VALUE_CHARS_MAX:
                raise ValueError(_LONG)
            self._read()

    def end(self) -> None:
        """Raises: ValueError, when something comes behind the last value."""
        if self._next():
            raise ValueError("something stands behind its end")

    def _inside(self, opening: str, closing: str) -> Iterator[None]:
        self._take(opening)
        if self._next() == closing:
            self._take(closing)
            return
        while True:
            yield
            if self._next() == closing:
                self._take(closing)
                return
            self._take(",")

    def _take(self, char: str) -> None:
        if self._next() != char:
            raise ValueError(f"{char!a} is expected at one place")
        self._at += 1

    def _next(self) -> str:
        """The next character that is no blank; empty at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in _BLANKS:
                self._at += 1
            if self._at < len(self._text) or self._is_all:
                return self._text[self._at : self._at + 1]
            self._read()

    def _read(self) -> None:
        more = self._file.read(CHUNK_CHARS)
        self._text, self._at, self._is_all = self._text[self._at :] + more, 0, not more
