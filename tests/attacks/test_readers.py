"""Nothing that somebody can hand in leaves the tree of our own errors (issue 5, point 7).

Tokens, bundles, manifests, certificates, components, checkpoints and chains are searched in
tests/words, tests/proof and tests/secret; entries of a ledger in test_hall_books. Here: what the
hall scans and types, order forms, status lists, openings.
"""

import json
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.card_id import FormCode, MakerId
from cardgen.errors import CardgenError
from cardgen.order import Order
from cardgen.order_form import read_order
from cardgen.proof.framing import canonical, parse_canonical
from cardgen.proof.openings import Openings, read_openings
from cardgen.proof.status import StatusList
from cardgen.symbols import ALPHABET
from inventory.balls import parsed_ball
from inventory.decisions.claim.code_search import CODE_LENGTH, typed_symbols
from inventory.desk.lookup import pack_range
from inventory.errors import Refused
from inventory.money import counted_cents, parsed_cents
from inventory.scans import is_inside_code, scan_of
from tests.golden import GOLDEN_SERIES
from tests.inventory.delivery_builder import Built
from tests.json_mutations import VALUES, WRONG, changed, paths

SAMPLE = Path(__file__).parent.parent.parent / "samples" / "order.toml"

# -- what is scanned and typed in the hall --------------------------------------------------------

PRINTED = st.text(f"{ALPHABET}olisbc-?#: ", max_size=45)
SHAPED = st.builds(
    lambda start, body, length: (start + body)[:length],
    st.sampled_from(["SC1", "SD1", "SB", "SP1", "sd1", "]Q3SD1"]),
    st.text(ALPHABET, min_size=40, max_size=40),
    st.sampled_from([16, 28, 38, 40]),
)
LINES = (
    st.text(max_size=60) | PRINTED | SHAPED | st.sampled_from(["red 0 0", "red 9999999 Z", "²³"])
)


@given(LINES)
def test_no_scan_makes_the_desk_fail_otherwise(line: str) -> None:
    said = ""
    try:
        scan_of(line)
    except Refused as refused:
        said = refused.refusal.code
    assert said in {"", "not-ours", "bad-check-symbol"}
    with suppress(CardgenError, Refused):
        pack_range(line)
    assert typed_symbols(line) is None or len(typed_symbols(line) or "") == CODE_LENGTH
    for parse in (parsed_ball, parsed_cents, counted_cents):
        with suppress(CardgenError):
            parse(line)


@given(st.data())
def test_of_a_damaged_inside_token_nothing_is_kept_or_repeated(
    built: Built, data: st.DataObject
) -> None:
    """A code with any symbols misread is still most of a code."""
    token = list(built.red(data.draw(st.integers(1, 40))).inside)
    for place in data.draw(st.sets(st.integers(3, len(token) - 1), min_size=1, max_size=3)):
        token[place] = data.draw(st.sampled_from(ALPHABET))
    damaged, code = "".join(token), "".join(token[23:39])
    assert is_inside_code(damaged)
    try:
        said = repr(scan_of(damaged))
    except Refused as refused:
        said = f"{refused!r} {refused}"
    assert code not in said


# -- order forms ----------------------------------------------------------------------------------


def order_of(path: Path) -> Order:
    def faces_of(_form: FormCode) -> int:
        return 1

    return read_order(path, faces_of)


@pytest.fixture
def form(tmp_path: Path) -> Path:
    return tmp_path / "order.toml"


def test_the_order_form_that_is_altered_here_is_read_unaltered() -> None:
    assert order_of(SAMPLE).maker == MakerId("ACME")


@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_of_orders_fail_otherwise(form: Path, raw: bytes) -> None:
    form.write_bytes(raw)
    with pytest.raises(CardgenError):
        order_of(form)


@given(st.data())
def test_no_value_makes_the_reader_of_orders_fail_otherwise(
    form: Path, data: st.DataObject
) -> None:
    """One value of the sample is another: text, number, list or table."""
    fields = tomllib.loads(SAMPLE.read_text())
    where = data.draw(st.sampled_from(paths(fields)))
    value = data.draw(
        st.sampled_from(['"x"', '"\\n"', "1", "-1", "1.5", "nan", "[]", "{}", "true"])
    )
    tried = _toml(changed(fields, where, _Raw(value)))
    form.write_text(tried, encoding="utf-8", errors="surrogatepass")
    with suppress(CardgenError):
        order_of(form)


class _Raw(str):
    """A value as it stands in the form."""

    __slots__ = ()


def _toml(fields: dict[str, object]) -> str:
    """A form of plain fields and series."""
    lines: list[str] = []
    for name, value in fields.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            continue
        lines.append(f"{name} = {_value(value)}")
    series = fields.get("series")
    for table in series if isinstance(series, list) else ():
        if isinstance(table, dict):
            lines.append("[[series]]")
            lines += [f"{name} = {_value(value)}" for name, value in table.items()]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    return value if isinstance(value, _Raw) else json.dumps(value)


# -- status lists ---------------------------------------------------------------------------------

LIST = {
    "version": 1,
    "maker": "ACME",
    "number": 3,
    "made_at": "2026-11-30T18:00:00Z",
    "sets": [
        {
            "set_serial": "000123",
            "run_id": "00" * 16,
            "status": "returned",
            "since": "2026-11-30T18:00:00Z",
            "reason": "they came back",
            "numbers": [[1, 20], [30, 30]],
        }
    ],
}


def test_the_status_list_that_is_altered_here_is_read_unaltered() -> None:
    assert StatusList.from_fields(LIST).json == canonical(LIST)


@given(st.data())
def test_no_value_makes_the_reader_of_status_lists_fail_otherwise(data: st.DataObject) -> None:
    where = data.draw(st.sampled_from(paths(LIST)))
    fields = changed(LIST, where, data.draw(st.sampled_from(WRONG) | VALUES))
    with suppress(CardgenError):
        StatusList.from_fields(fields)


@given(st.dictionaries(st.sampled_from([*LIST]), VALUES))
def test_no_object_makes_the_reader_of_status_lists_fail_otherwise(
    fields: dict[str, object],
) -> None:
    with suppress(CardgenError):
        StatusList.from_fields(fields)


@given(st.binary(max_size=200))
def test_no_bytes_make_the_reader_of_status_lists_fail_otherwise(raw: bytes) -> None:
    with pytest.raises(CardgenError):
        StatusList.from_fields(parse_canonical(raw, "status.json"))


# -- openings of a hall ---------------------------------------------------------------------------

CARDS = GOLDEN_SERIES[2]["cards"][:2]
OPENINGS = {
    "header": json.loads(json.dumps(GOLDEN_SERIES[2]["header"])),
    "openings": [{"audit_number": one["audit_number"], "plaintext": "00" * 99} for one in CARDS],
}


@pytest.fixture
def openings(tmp_path: Path) -> Path:
    return tmp_path / "openings.json"


def test_the_openings_that_are_altered_here_are_read_unaltered(openings: Path) -> None:
    openings.write_text(json.dumps(OPENINGS))
    assert isinstance(read_openings(openings), Openings)


@given(st.data())
def test_no_value_makes_the_reader_of_openings_fail_otherwise(
    openings: Path, data: st.DataObject
) -> None:
    where = data.draw(st.sampled_from(paths(OPENINGS)))
    fields = changed(OPENINGS, where, data.draw(st.sampled_from(WRONG) | VALUES))
    openings.write_text(json.dumps(fields))
    with suppress(CardgenError):
        read_openings(openings)


@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_of_openings_fail_otherwise(openings: Path, raw: bytes) -> None:
    openings.write_bytes(raw)
    with pytest.raises(CardgenError):
        read_openings(openings)
