"""Made-up cards whose every token is valid: what the locked room would hand over."""

import hashlib
from datetime import UTC, datetime
from functools import cache

from cardgen.card_id import AuditNumber, FormCode, MakerId, SetSerial
from cardgen.face import ARRANGEMENT_COUNT, FACE_NUMBER_COUNT, SET_COUNT, unrank
from cardgen.press.job import PressJob
from cardgen.printed_batch import DECOY_BYTES, PrintedBatch
from cardgen.series import Role, RunId, Series, SeriesCode
from cardgen.symbols import ALPHABET
from cardgen.tokens import InsideToken, LinearCode, OutsideToken, UnlockCode, run_tag

MADE_AT = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
HALL = "St. Brendan's Parish Hall"


def a_series(count: int = 20, *, color: str = "red", set_serial: str = "000123") -> Series:
    return Series(
        maker=MakerId("ACME"),
        form=FormCode("T75"),
        set_serial=SetSerial(set_serial),
        series=SeriesCode("R1"),
        color=color,
        first=AuditNumber(1),
        count=count,
        run_id=RunId(bytes(range(16))),
        run_offset=0,
    )


def a_job(series: Series, *, hall_name: str = HALL, role: Role = Role.ORIGINAL) -> PressJob:
    return PressJob(
        series=series,
        role=role,
        price_cents=100,
        hall_name=hall_name,
        order_number="2026-117",
        made_at=MADE_AT,
    )


@cache
def a_batch(series: Series, start: int = 0, count: int | None = None) -> PrintedBatch:
    count = series.count if count is None else count
    cards = [_card(series, series.first + start + place) for place in range(count)]
    columns = {name: b"".join(card[name] for card in cards) for name in cards[0]}
    first = series.first + start
    return PrintedBatch(series=series, numbered=range(first, first + count), **columns)


def _card(series: Series, number: int) -> dict[str, bytes]:
    chance = hashlib.sha512(b"%d" % number).digest()
    card = series.card_id(number)
    code = UnlockCode("".join(ALPHABET[byte % 32] for byte in chance[:16]))
    tag = "".join(ALPHABET[byte % 32] for byte in chance[16:26])
    face = unrank(
        int.from_bytes(chance[26:36], "big") % SET_COUNT,
        int.from_bytes(chance[36:46], "big") % ARRANGEMENT_COUNT,
    )
    face_number = int.from_bytes(chance[46:56], "big") % FACE_NUMBER_COUNT
    outside = OutsideToken(card, series.form, run_tag(series.run_id), tag)
    return {
        "card_ids": card.printed.encode(),
        "outside_tokens": outside.text.encode(),
        "linear_codes": LinearCode(series.set_serial, card.audit_number).text.encode(),
        "inside_tokens": InsideToken(card, series.form, code).text.encode(),
        "unlock_codes": code.printed.encode(),
        "decoys": hashlib.shake_256(b"decoys %d" % number).digest(DECOY_BYTES),
        "numbers": bytes(face.numbers),
        "face_numbers": b"%07d" % face_number,
    }
