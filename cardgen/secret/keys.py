"""The keys of a run, from the two custodians' components (sealing.md section 2)."""

import hashlib
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from cardgen.card_id import MakerId
from cardgen.errors import SecretMalformedError
from cardgen.proof.framing import length_prefixed
from cardgen.series import RunId, Series

COMPONENT_BYTES = 32
KEY_BYTES = 32
SERIES_KEYS = (
    "ff1-face-number",
    "cmac-arrangement",
    "cmac-unlock",
    "cmac-leaf-salt",
    "cmac-outer-tag",
    "cmac-decoy",
)
_SUITE = b"sealed-card/v1"


@dataclass(frozen=True, slots=True)
class Component:
    """One custodian's half: 32 bytes that no message and no `repr` shows."""

    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        """Raises: SecretMalformedError, unless there are 32 bytes."""
        if len(self.secret) != COMPONENT_BYTES:
            raise SecretMalformedError("component", f"it has {COMPONENT_BYTES} bytes")

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the component in hex, which its custodian publishes before the run."""
        return hashlib.sha256(self.secret).hexdigest()


@dataclass(frozen=True, slots=True)
class SeriesKeys:
    """The keys of one series, each with its own purpose."""

    face_set: bytes = field(repr=False)
    face_number: bytes = field(repr=False)
    arrangement: bytes = field(repr=False)
    unlock: bytes = field(repr=False)
    leaf_salt: bytes = field(repr=False)
    outer_tag: bytes = field(repr=False)
    decoy: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class RunSecrets:
    """Both components and the public run id: everything a run's cards follow from."""

    component_a: Component
    component_b: Component
    run_id: RunId

    @property
    def root_commit(self) -> str:
        """What the certificate says of the components, in hex, so that they can be shown later."""
        parts = (self.run_id, self.component_a.secret, self.component_b.secret)
        framed = length_prefixed(b"sealed-card/v1/root-commit", *parts)
        return hashlib.sha256(framed).hexdigest()

    def set_key(self, maker: MakerId) -> bytes:
        """The key of the permutation that runs over all series of the run."""
        return self._key("ff1-set", maker.encode(), self.run_id)

    def series_keys(self, series: Series) -> SeriesKeys:
        """The keys of one series of this run."""
        names = (series.maker.encode(), series.form.encode(), series.set_serial.encode())
        keys = [self._key(name, *names, self.run_id) for name in SERIES_KEYS]
        return SeriesKeys(self.set_key(series.maker), *keys)

    def _key(self, name: str, *context: bytes) -> bytes:
        salt = hashlib.sha256(b"sealed-card/v1/run-root" + self.run_id).digest()
        info = length_prefixed(_SUITE, name.encode(), *context)
        kdf = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=salt, info=info)
        return kdf.derive(self.component_a.secret + self.component_b.secret)
