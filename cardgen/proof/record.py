"""One sealed card: how its record is locked by the unlock code, and opened by it again."""

import hashlib
import hmac
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from cardgen.card_id import CardId
from cardgen.errors import BadValueError, VerificationError
from cardgen.face import FACE_NUMBER_COUNT, Face, unrank
from cardgen.proof.framing import length_prefixed, u32
from cardgen.proof.merkle import leaf_hash
from cardgen.proof.plaintext import elements_of, salt_of, unpacked
from cardgen.tokens import UnlockCode

KEY_BYTES = 32
NONCE_BYTES = 12
TAG_HASH_BYTES = 7
LEAF_BYTES = 32
LABEL_CARD = b"sealed-card/v1/card"
LABEL_RECORD = b"sealed-card/v1/record"
LABEL_OUTER = b"sealed-card/v1/outer"


class CardNotOpenedError(VerificationError):
    """A card that this code does not open."""

    code = "not-opened"

    def __init__(self, card: CardId) -> None:
        super().__init__(
            f"Card {card.printed} is not opened by this code. "
            "Read the code inside the card again; if it stays so, keep the card and ask the maker."
        )


class CommitmentError(VerificationError):
    """A card that opened into something the plant did not commit to."""

    code = "not-committed"

    def __init__(self, card: CardId, why: str) -> None:
        super().__init__(f"Card {card.printed} opened, but {why}. Keep the card; ask the maker.")


@dataclass(frozen=True, slots=True)
class OpenedFace:
    """One face of an opened card and the numbers that name it."""

    set_index: int
    arrangement: int
    face_number: str
    face: Face


@dataclass(frozen=True, slots=True)
class OpenedCard:
    """What a sealed record says once its code is known."""

    card: CardId
    faces: tuple[OpenedFace, ...] = field(repr=False)
    plaintext: bytes = field(repr=False)
    leaf: bytes = field(repr=False)

    @property
    def leaf_salt(self) -> bytes:
        """What keeps the card's leaf from being guessed."""
        return salt_of(self.plaintext)


@dataclass(frozen=True, slots=True)
class SealedRecord:
    """What the bundle holds of one card; it tells nothing without the code."""

    sealed: bytes
    leaf: bytes
    tag_hash: bytes


def open_record(
    series_hash: bytes, card: CardId, code: UnlockCode, record: SealedRecord
) -> OpenedCard:
    """The card behind the record, its leaf recomputed and compared with the record's.

    The caller proves the leaf in the signed root: an AEAD alone does not commit.

    Raises: CardNotOpenedError, CommitmentError.
    """
    okm = _record_key(series_hash, card.audit_number, code.key_bytes)
    aad = length_prefixed(b"rec", series_hash, u32(card.audit_number))
    try:
        plaintext = ChaCha20Poly1305(okm[:KEY_BYTES]).decrypt(okm[KEY_BYTES:], record.sealed, aad)
    except InvalidTag:
        raise CardNotOpenedError(card) from None
    return told_card(series_hash, card, plaintext, record)


def told_card(
    series_hash: bytes, card: CardId, plaintext: bytes, record: SealedRecord
) -> OpenedCard:
    """The card that a plaintext tells, when it is what the record's leaf commits to.

    The caller proves the leaf in the signed root.

    Raises: CommitmentError.
    """
    try:
        leaf = card_leaf(series_hash, card.audit_number, plaintext)
    except BadValueError:
        raise CommitmentError(card, "what is in it is no face") from None
    if leaf != record.leaf:
        raise CommitmentError(card, "it is not the card in the maker's list")
    return _opened(card, plaintext, record.leaf)


def card_leaf(series_hash: bytes, audit_number: int, plaintext: bytes) -> bytes:
    """The leaf that commits to a card: every element of the plaintext, length-prefixed.

    Raises: BadValueError, when the plaintext is not so many whole faces and a salt.
    """
    elements = elements_of(plaintext)
    return leaf_hash(length_prefixed(LABEL_CARD, series_hash, u32(audit_number), *elements))


def outer_tag_hash(series_hash: bytes, audit_number: int, outer_tag: str) -> bytes:
    """What the bundle keeps of the tag in the outside token."""
    parts = length_prefixed(LABEL_OUTER, series_hash, u32(audit_number), outer_tag.encode())
    return hashlib.sha256(parts).digest()[:TAG_HASH_BYTES]


def _record_key(series_hash: bytes, audit_number: int, key_bytes: bytes) -> bytes:
    label = length_prefixed(LABEL_RECORD, u32(audit_number))
    okm = hmac.digest(series_hash, u32(1) + key_bytes + label, "sha512")
    return okm[: KEY_BYTES + NONCE_BYTES]


def _opened(card: CardId, plaintext: bytes, leaf: bytes) -> OpenedCard:
    faces = []
    for sealed in unpacked(plaintext):
        try:
            face = unrank(sealed.set_index, sealed.arrangement)
        except BadValueError:
            raise CommitmentError(card, "what is in it is no face") from None
        if sealed.face_number >= FACE_NUMBER_COUNT:
            raise CommitmentError(card, "its face number is none")
        number = f"{sealed.face_number:07d}"
        faces.append(OpenedFace(sealed.set_index, sealed.arrangement, number, face))
    return OpenedCard(card, tuple(faces), plaintext, leaf)
