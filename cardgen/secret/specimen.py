"""Specimens: cards of published secrets, for samples, set-up and approval (sealing.md 6)."""

import hashlib
from dataclasses import replace

from cardgen.card_id import SPECIMEN_SET_SERIAL, AuditNumber, SetSerial
from cardgen.printed_batch import PrintedBatch
from cardgen.secret.dealing import deal
from cardgen.secret.keys import Component, RunSecrets
from cardgen.secret.printing import printed
from cardgen.series import RunId, Series

SPECIMEN_COUNT = 200


def specimen_secrets() -> RunSecrets:
    """The secrets that everybody knows."""
    digests = [hashlib.sha256(f"specimen {name}".encode()).digest() for name in ("a", "b", "run")]
    return RunSecrets(Component(digests[0]), Component(digests[1]), RunId(digests[2][:16]))


def specimen_series(series: Series) -> Series:
    """The specimen of a series: its maker, form, faces and color, in set 000000."""
    return replace(
        series,
        set_serial=SetSerial(SPECIMEN_SET_SERIAL),
        first=AuditNumber(1),
        count=SPECIMEN_COUNT,
        run_id=specimen_secrets().run_id,
        run_offset=0,
    )


def specimen_cards(series: Series, count: int = SPECIMEN_COUNT) -> PrintedBatch:
    """The first specimens of a series, as the press prints them."""
    specimen = specimen_series(series)
    return printed(deal(specimen_secrets(), specimen, specimen.first, count))
