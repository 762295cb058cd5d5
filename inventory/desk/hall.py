"""A hall's folder: its ledger, its key, and the deliveries it received.

What reads deliveries is loaded when one is read: a sale reads none.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from cardgen.errors import CardgenError
from cardgen.files import (
    PRIVATE_FOLDER_MODE,
    PRIVATE_MODE,
    kept_folder,
    sync_folder,
    write_new,
)
from cardgen.texts import check_text
from inventory.decisions.law import LAW
from inventory.entries.house import HallFounded
from inventory.errors import (
    HallError,
    HallExistsError,
    HallKeyError,
    KeptDeliveryError,
    MissingDeliveryError,
)
from inventory.ledger.reading import Reader
from inventory.ledger.store import Ledger
from inventory.rules.overrides import overridden, overrides
from inventory.rules.profile_file import read_profile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from cardgen.order import HallId
    from cardgen.proof.bundle import Bundle
    from cardgen.proof.chain import Chain
    from cardgen.proof.delivery import Delivery
    from inventory.entries.entry import Context
    from inventory.entries.stock import Received
    from inventory.rules.profile import Profile
    from inventory.rules.settings import Settings

LEDGER = "ledger.sqlite"
KEY = "hall.key"
FOUNDING = ".founding"  # where a hall is set up before it is one
DELIVERIES = "deliveries"
DELIVERY_NAME_DIGITS = 16
ANSWERS = ("yes", "no")


@dataclass(frozen=True, slots=True)
class Answers:
    """What set-up asks; `pays_again` has no default, because the rule can be read both ways."""

    hall: HallId
    hall_name: str
    profile: str
    pays_again: str
    deface_method: str


@dataclass(slots=True)
class Hall:
    """An open hall. Its private key is read when something is signed, and only then."""

    folder: Path
    ledger: Ledger
    _key: Ed25519PrivateKey | None = field(default=None, repr=False)
    _bundles: dict[str, Bundle] = field(default_factory=dict)
    _profile: tuple[Settings, Profile] | None = None  # as it was last asked for
    on_written: Callable[[int], None] | None = None  # told how many entries there are, once on disk

    @classmethod
    def found(cls, folder: Path, answers: Answers, context: Context, log_id: str) -> Self:
        """A new hall in a new or empty folder, whole or not at all.

        What an interrupted set-up left is done away with; the ledger comes last.

        Raises: HallExistsError, BadValueError, TextError.
        """
        read_profile(answers.profile)
        for what, text in (
            ("The hall's name", answers.hall_name),
            ("How cards are punched", answers.deface_method),
            ("Who sets it up", context.clerk),
        ):
            check_text(what, text)
        part = folder / FOUNDING
        if (folder / LEDGER).exists() or ((folder / KEY).exists() and not part.exists()):
            raise HallExistsError(folder)
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER_MODE)
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(mode=PRIVATE_FOLDER_MODE)
        key = Ed25519PrivateKey.generate()
        write_new(part / KEY, f"{key.private_bytes_raw().hex()}\n".encode(), PRIVATE_MODE)
        ledger = Ledger.create(part / LEDGER, f"{answers.hall}/{log_id}")
        try:
            ledger.found(context, _founded(answers, key), key)
        finally:
            ledger.close()
        sync_folder(part)
        for name in (KEY, LEDGER):
            (part / name).replace(folder / name)
            sync_folder(folder)
        part.rmdir()
        return cls(folder, Ledger.open(folder / LEDGER), key)

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The hall of a folder, its ledger checked since the last signed state.

        The tables of an older ledger are made anew, where they can be written and signed.

        Raises: HallError, LedgerError, HallKeyError, LedgerFileError.
        """
        hall = cls.open_unchecked(folder)
        try:
            hall.ledger.check_start()
            if hall.ledger.is_old_form and not hall.ledger.is_read_only:
                hall.ledger.rebuild(hall.key)
        except BaseException:
            hall.close()
            raise
        return hall

    @classmethod
    def open_unchecked(cls, folder: Path) -> Self:
        """The hall of a folder for an audit, which looks at everything itself.

        Raises: HallError, LedgerError.
        """
        if not (folder / LEDGER).is_file():
            raise HallError(f"{folder} holds no hall")
        return cls(folder, Ledger.open(folder / LEDGER))

    @property
    def key(self) -> Ed25519PrivateKey:
        """The key that signs; it is the one that the first entry names.

        Raises: HallKeyError: a note under another key would prove nothing.
        """
        if self._key is None:
            self._key = self._read_key()
        return self._key

    def check_key(self) -> None:
        """The key in the folder is the one that the first entry names. Raises: HallKeyError."""
        self._read_key()

    def _read_key(self) -> Ed25519PrivateKey:
        return read_key(self.folder / KEY, self.ledger.public_key)

    def close(self) -> None:
        """Close the database."""
        self.ledger.close()

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """A snapshot to read: it holds until it ends, and stops nobody from writing meanwhile."""
        with self.ledger.transaction() as session:
            yield Reader(session)

    def profile(self, settings: Settings) -> Profile:
        """The rules this hall plays by, with its own answers in the place of the profile's."""
        if self._profile is None or self._profile[0] is not settings:
            profile = read_profile(settings.founded.profile)
            answered = overridden(profile, overrides(profile, settings.answers))
            self._profile = (settings, answered)
        return self._profile[1]

    def keep_delivery(self, delivery: Path, name: str) -> None:
        """A copy of a checked delivery, whole or not at all."""
        kept = self.folder / DELIVERIES / name
        with kept_folder(kept) as partial:
            shutil.copytree(delivery, partial, dirs_exist_ok=True, ignore=_of_file_managers)
        self._bundles.clear()

    def kept_delivery(self, received: Received) -> Delivery:
        """The kept delivery of a series holds, from its signature to its last record.

        Raises: KeptDeliveryError, MissingDeliveryError.
        """
        folder = self.folder / DELIVERIES / received.delivery
        if not folder.is_dir():
            raise MissingDeliveryError(received.set_serial, folder, "there is no such folder")
        from cardgen.proof.delivery import checked_delivery

        try:
            delivery = checked_delivery(folder, received.fingerprint)
            if delivery_name(folder) != received.delivery:
                raise KeptDeliveryError(received.set_serial, folder, "its manifest is another")
        except (CardgenError, OSError) as error:
            if isinstance(error, KeptDeliveryError):
                raise
            raise KeptDeliveryError(received.set_serial, folder, str(error)) from None
        return delivery

    def bundle(self, received: Received) -> Bundle:
        """The verification file of a series, verified when it is first used."""
        serial = received.set_serial
        if serial not in self._bundles:
            self._bundles[serial] = self._read_bundle(received)
        return self._bundles[serial]

    def bundle_sha256(self, received: Received) -> str:
        """The hash of the kept verification file of a series."""
        from cardgen.proof.delivery import bundle_name, file_sha256

        folder = self.folder / DELIVERIES / received.delivery
        return file_sha256(folder / bundle_name(received.set_serial))

    def chain(self, received: Received) -> Chain:
        """The maker's chain as it came with a delivery.

        Raises: KeptDeliveryError.
        """
        from cardgen.proof.chain import Chain
        from cardgen.proof.delivery import CHAIN

        folder = self.folder / DELIVERIES / received.delivery
        try:
            chain = Chain.parse((folder / CHAIN).read_bytes())
            chain.check_fingerprint(received.fingerprint)
        except OSError as error:
            why = error.strerror or "it cannot be read"
            raise KeptDeliveryError(received.set_serial, folder, why) from None
        except CardgenError as error:
            raise KeptDeliveryError(received.set_serial, folder, str(error)) from None
        return chain

    def _read_bundle(self, received: Received) -> Bundle:
        from cardgen.proof.bundle import read_bundle
        from cardgen.proof.delivery import bundle_name

        folder = self.folder / DELIVERIES / received.delivery
        plant_key = self.chain(received).plant_key
        try:
            bundle = read_bundle(folder / bundle_name(received.set_serial), plant_key)
        except OSError as error:
            why = error.strerror or "it cannot be read"
            raise KeptDeliveryError(received.set_serial, folder, why) from None
        except CardgenError as error:
            raise KeptDeliveryError(received.set_serial, folder, str(error)) from None
        if bundle.series.run_id.hex() != received.run_id:
            raise KeptDeliveryError(received.set_serial, folder, "it is of another run")
        return bundle


def _of_file_managers(_folder: str, names: list[str]) -> set[str]:
    from cardgen.proof.delivery import is_of_file_manager

    return set(filter(is_of_file_manager, names))


def read_key(path: Path, public_key: Ed25519PublicKey) -> Ed25519PrivateKey:
    """The key that signs, of a file; it belongs to this public key. Raises: HallKeyError."""
    try:
        key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(path.read_text().strip()))
    except (OSError, ValueError):
        raise HallKeyError(f"{path} is missing or damaged") from None
    if key.public_key().public_bytes_raw() != public_key.public_bytes_raw():
        raise HallKeyError(f"{path} is not the key of this hall's first entry")
    return key


def delivery_name(folder: Path) -> str:
    """What a delivery's copy is called: the start of its manifest's hash."""
    from cardgen.proof.delivery import MANIFEST, file_sha256

    return file_sha256(folder / MANIFEST)[:DELIVERY_NAME_DIGITS]


def _founded(answers: Answers, key: Ed25519PrivateKey) -> HallFounded:
    return HallFounded(
        hall=str(answers.hall),
        hall_name=answers.hall_name,
        profile=answers.profile,
        pays_again=answers.pays_again == "yes",
        deface_method=answers.deface_method,
        hall_key=key.public_key().public_bytes_raw().hex(),
        law=LAW,
    )
