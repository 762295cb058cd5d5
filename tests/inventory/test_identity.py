"""The identity of a command: what a request id may not be used for twice, and nothing secret."""

import hashlib
import json

from cardgen.card_id import AuditNumber, CardId, FormCode, MakerId, SetSerial
from cardgen.tokens import InsideToken, UnlockCode
from inventory.commands.claim import ClaimByCode, ClaimCard, Witnesses
from inventory.commands.closing import Destroy
from inventory.commands.house import UnsetRule
from inventory.commands.union import identity_of

CARD = CardId(MakerId("ACME"), SetSerial("000123"), AuditNumber(57))
NOBODY = Witnesses("", "", "")


def test_it_is_the_hash_of_the_canonical_json() -> None:
    said = {"command": "UnsetRule", "fields": {"key": "papers.form", "reason": "as before"}}
    raw = json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
    expected = hashlib.sha256(raw).hexdigest()[:32]
    assert identity_of(UnsetRule("papers.form", "as before")) == expected


def test_another_card_is_another_command() -> None:
    other = CardId(MakerId("ACME"), SetSerial("000123"), AuditNumber(58))
    assert identity_of(Destroy(1, (CARD,))) != identity_of(Destroy(1, (other,)))


def test_an_unlock_code_is_in_no_identity_and_in_no_repr() -> None:
    token = InsideToken(CARD, FormCode("T75"), UnlockCode("W9MX" * 4))
    asked = ClaimCard(CARD, NOBODY)
    assert identity_of(ClaimCard(CARD, NOBODY, token=token)) == identity_of(asked)
    assert identity_of(ClaimCard(CARD, NOBODY, code="W9MX" * 4 + "0")) == identity_of(asked)
    assert identity_of(ClaimByCode(NOBODY, "A" * 17)) == identity_of(ClaimByCode(NOBODY, "B" * 17))
    assert "W9MX" not in repr(ClaimCard(CARD, NOBODY, token=token, code="W9MX" * 4 + "0"))
