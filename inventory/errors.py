"""What a hall's desk cannot do: a refusal is a value, a broken ledger is an error."""

from dataclasses import dataclass, field

from cardgen.errors import CardgenError, UsageError, VerificationError


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not done: a stable code, a sentence with the numbers, what mends it.

    `card` is the card it is about, where it is about one.
    """

    code: str
    sentence: str
    mends: str
    card: str = field(default="", compare=False)

    def __str__(self) -> str:
        """The sentence and what mends it, as people read it."""
        return f"{self.sentence} {self.mends}"


class Refused(Exception):  # noqa: N818 -- nothing failed: the hall says no
    """An act that is not done: raised where that is found, caught where commands are executed.

    It is no `CardgenError`, so that nobody who handles failures takes a refusal for one.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class HallError(CardgenError):
    """A hall's folder that is not there, or is not one."""

    code = "no-hall"

    def __init__(self, why: str) -> None:
        super().__init__(f"{why}. Name the hall's folder with --hall, or make one: inventory init.")


class HallExistsError(UsageError):
    """A hall is never set up over another."""

    code = "hall-exists"

    def __init__(self, folder: object) -> None:
        super().__init__(f"{folder} holds a hall already. Choose a new folder for another hall.")


class KeptDeliveryError(CardgenError):
    """The hall's own copy of a delivery is gone or is not what was received."""

    code = "kept-delivery"

    def __init__(self, serial: str, folder: object, why: str) -> None:
        super().__init__(
            f"The hall's copy of the delivery of set {serial} is missing or altered "
            f"({why.rstrip('.')}). Receive the delivery folder again, or copy it back to {folder}."
        )


class MissingDeliveryError(KeptDeliveryError):
    """The hall's own copy of a delivery is not there."""

    code = "delivery-missing"


class KeptStatusError(CardgenError):
    """The hall's own copy of a status list is gone or is not what was noted."""

    code = "kept-status"

    def __init__(self, maker: str, number: int, folder: object, why: str) -> None:
        super().__init__(
            f"The hall's copy of status list {number} of maker {maker} is missing or altered "
            f"({why.rstrip('.')}). Note it again (inventory status-list), or copy it to {folder}."
        )


class LedgerError(VerificationError):
    """A ledger that does not prove what it says; nothing is sold on it."""

    code = "ledger-broken"

    def __init__(self, why: str) -> None:
        super().__init__(
            f"The ledger does not hold: {why}. Stop selling, keep this file as it is, "
            "run `inventory audit`, and go on from the last backup."
        )


class ToldNobodyError(CardgenError):
    """An act that is in the ledger and whose answer could not be printed."""

    code = "not-printed"
    exit_code = 0  # the act is done

    def __init__(self, request: str, why: str) -> None:
        super().__init__(
            f"It was written (request {request}); its answer could not be printed: {why}. "
            f"Do not do it again: --request {request} prints the same answer."
        )


class DeskSilentError(CardgenError):
    """A desk whose screen is gone after a line was taken."""

    code = "not-printed"

    def __init__(self, why: str) -> None:
        super().__init__(
            f"The last line was taken; its answer could not be printed: {why}. "
            "Look at `inventory status` before you scan it again."
        )


class LedgerFileError(CardgenError):
    """A ledger file that cannot be read or written now, such as on a full disk."""

    code = "ledger-file"

    def __init__(self, why: str, mends: str = "do the same again") -> None:
        super().__init__(
            f"The ledger's file cannot be used now: {why}. Nothing was written; {mends}."
        )


class MirrorAheadError(CardgenError):
    """A mirror that knows entries which the ledger lacks: an older copy of the ledger is in use."""

    code = "mirror-ahead"

    def __init__(self, path: object, mirrored: int, entries: int) -> None:
        super().__init__(
            f"The mirror {path} has {mirrored} entries and this ledger {entries}: the ledger was "
            "put back to an older copy. Sell nothing from it; make it anew: inventory import."
        )


class HallKeyError(VerificationError):
    """A key that is not the one this hall's ledger was founded with; nothing is signed by it."""

    code = "hall-key"

    def __init__(self, why: str) -> None:
        super().__init__(f"{why}. Put back the hall.key of this hall's backup.")


class IllegalMoveError(LedgerError):
    """An entry that the table of states does not allow; the whole transaction is taken back."""

    code = "illegal-move"

    def __init__(self, what: str, move: str, state: str) -> None:
        super().__init__(f"{what} is {state}, and {move} is not possible from there")
