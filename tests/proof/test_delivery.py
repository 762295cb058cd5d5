"""A delivery holds as a whole, or not at all."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cardgen.errors import BadFileError
from cardgen.proof.chain import WrongFingerprintError
from cardgen.proof.delivery import checked_delivery, sums_text
from tests.small_delivery import (
    BLUE,
    MADE_AT,
    PAGES,
    PAPERS,
    PROOFS,
    RED,
    Shipper,
    assert_refused,
    flip_a_bit,
    refusal_of,
    write_sums,
)

FILES = (*PROOFS, *PAPERS, *PAGES, "SHA256SUMS")
# Without the certificates' pages: whoever alters one and its sum is caught by its own signature.
SIGNED_FOR = (*PROOFS, *PAPERS)


def test_the_files_of_these_tests_are_those_of_the_delivery(untouched: Path) -> None:
    assert {path.name for path in untouched.iterdir()} == {*FILES}


def test_an_untouched_delivery_holds(untouched: Path, shipper: Shipper) -> None:
    fingerprint = shipper.keys.chain.fingerprint
    for typed in (None, fingerprint, fingerprint.lower().replace("-", " ")):
        checked = checked_delivery(untouched, typed)
        assert checked.chain == shipper.keys.chain
        assert checked.manifest.made_at == MADE_AT
        assert [part.bundle.series for part in checked.series] == [RED, BLUE]
        assert [part.certificate.number_printed for part in checked.series] == [60, 120]
        assert [part.entry.set_serial for part in checked.series] == ["000201", "000202"]


def test_sums_are_those_of_sha256sum(untouched: Path) -> None:
    text = (untouched / "SHA256SUMS").read_text()
    hashes = {line[66:]: line[:64] for line in text.splitlines()}
    assert sums_text(dict(reversed(hashes.items()))) == text
    assert {*hashes} == {*PROOFS, *PAPERS, *PAGES}


def test_a_delivery_reached_by_a_link_holds(untouched: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(untouched)
    assert refusal_of(tmp_path / "link") is None


def test_the_paper_names_another_maker(untouched: Path, other_shipper: Shipper) -> None:
    other = other_shipper.keys.chain.fingerprint
    error = refusal_of(untouched, other)
    assert isinstance(error, WrongFingerprintError)
    assert error.exit_code == 3


# --- what anyone can do to the folder -------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_an_altered_file_is_refused(delivery: Path, name: str) -> None:
    flip_a_bit(delivery / name)
    assert_refused(delivery)


@pytest.mark.parametrize("name", SIGNED_FOR)
def test_an_altered_file_is_refused_though_the_sums_are_made_again(
    delivery: Path, name: str
) -> None:
    flip_a_bit(delivery / name)
    write_sums(delivery)
    assert_refused(delivery)


@pytest.mark.parametrize("name", SIGNED_FOR)
def test_an_empty_file_is_refused_with_old_sums_and_new(delivery: Path, name: str) -> None:
    (delivery / name).write_bytes(b"")
    assert_refused(delivery)
    write_sums(delivery)
    assert_refused(delivery)


@pytest.mark.parametrize("name", FILES)
def test_a_removed_file_is_refused(delivery: Path, name: str) -> None:
    (delivery / name).unlink()
    assert_refused(delivery, name)


@pytest.mark.parametrize("name", [name for name in FILES if name != "SHA256SUMS"])
def test_a_removed_file_is_refused_though_the_sums_are_made_again(
    delivery: Path, name: str
) -> None:
    (delivery / name).unlink()
    write_sums(delivery)
    assert_refused(delivery)


@pytest.mark.parametrize(
    "name", ["000203.bundle", "manifest.pdf", ".hidden", "thumbs.txt", "a b", "é", "a\x1b[31m\nb"]
)
def test_an_added_file_is_refused_with_old_sums_and_new(delivery: Path, name: str) -> None:
    (delivery / name).write_bytes(b"more")
    assert_refused(delivery, "not listed")
    write_sums(delivery)
    assert_refused(delivery)


def test_words_beside_the_certificates_are_refused_though_the_sums_are_made_again(
    delivery: Path,
) -> None:
    with (delivery / "chain.pem").open("ab") as file:
        file.write(b"The hall must call 555-1234.\n")
    write_sums(delivery)
    assert_refused(delivery, "chain.pem holds something besides")


def test_a_run_is_told_from_a_delivery(tmp_path: Path) -> None:
    for part in ("press", "record"):
        (tmp_path / part).mkdir()
    error = refusal_of(tmp_path)
    assert isinstance(error, BadFileError)
    assert "this is a run, not a delivery" in str(error)


def test_a_file_name_that_is_no_text_is_refused(delivery: Path) -> None:
    Path(os.fsdecode(bytes(delivery) + b"/\xff\xfe")).write_bytes(b"more")
    assert_refused(delivery)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("000201.bundle", "000202.bundle"),
        ("000201.checkpoint", "000202.checkpoint"),
        ("certificate-000201.json", "certificate-000202.json"),
        ("certificate-000201.json.sig", "certificate-000202.json.sig"),
        ("README.txt", "labels.pdf"),
    ],
)
def test_two_files_swapped_are_refused_with_old_sums_and_new(
    delivery: Path, one: str, other: str
) -> None:
    (delivery / one).rename(delivery / "kept")
    (delivery / other).rename(delivery / one)
    (delivery / "kept").rename(delivery / other)
    assert_refused(delivery)
    write_sums(delivery)
    assert_refused(delivery)


def make_folder(path: Path) -> None:
    path.mkdir()
    (path / "inside").write_bytes(b"more")


def make_link(path: Path) -> None:
    path.symlink_to(path.with_name("README.txt"))


def make_hanging_link(path: Path) -> None:
    path.symlink_to("nowhere")


def make_loop(path: Path) -> None:
    path.symlink_to(path.name)


def make_pipe(path: Path) -> None:
    os.mkfifo(path)  # reading it would wait for ever


@pytest.mark.parametrize("name", ["more", "labels.pdf", "chain.pem", "SHA256SUMS"])
@pytest.mark.parametrize("make", [make_folder, make_link, make_hanging_link, make_loop, make_pipe])
def test_what_is_no_file_of_its_own_is_refused(
    delivery: Path, name: str, make: Callable[[Path], None]
) -> None:
    (delivery / name).unlink(missing_ok=True)
    make(delivery / name)
    assert_refused(delivery, f"{name} is a folder, a link or a device")


def test_a_link_to_the_very_file_is_refused_though_its_hash_agrees(delivery: Path) -> None:
    (delivery / "labels.pdf").rename(delivery.parent / "labels.pdf")
    (delivery / "labels.pdf").symlink_to(delivery.parent / "labels.pdf")
    assert_refused(delivery, "labels.pdf is a folder, a link")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + text.splitlines()[0] + "\n",
        lambda text: text.replace("  ", " *"),
        lambda text: text.upper(),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.rstrip("\n"),
        lambda text: "\n" + text,
        lambda text: text + "\n",
        lambda text: "# comment\n" + text,
        lambda text: "".join(reversed(text.splitlines(keepends=True))),
        lambda text: text.replace("\n", "\u2028"),
        lambda text: text.replace("chain.pem", "../chain.pem"),
        lambda text: text.replace("chain.pem", "/etc/passwd"),
        lambda text: text + "0" * 64 + "  SHA256SUMS\n",
        lambda text: "\x00" + text,
        lambda text: "",
    ],
)
def test_sums_in_another_form_are_refused(delivery: Path, change: Callable[[str], str]) -> None:
    text = change((delivery / "SHA256SUMS").read_text())
    (delivery / "SHA256SUMS").write_bytes(text.encode())
    assert_refused(delivery)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without the rights of root, whom no file refuses."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


def test_a_file_that_may_not_be_read_is_a_bad_file(untouched: Path) -> None:
    with TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        folder = shutil.copytree(untouched, Path(place) / "delivery")
        folder.chmod(0o755)
        (folder / "labels.pdf").chmod(0)
        with as_nobody():
            error = refusal_of(folder)
    assert isinstance(error, BadFileError)
    assert str(error).isprintable()


def test_what_is_no_folder_is_a_bad_file(tmp_path: Path, delivery: Path) -> None:
    for path in (tmp_path / "missing", delivery / "README.txt"):
        error = refusal_of(path)
        assert isinstance(error, BadFileError)
        assert error.exit_code == 1
        assert str(error).isprintable()


def test_an_empty_folder_is_no_delivery(tmp_path: Path) -> None:
    assert_refused(tmp_path, "SHA256SUMS is missing")


def test_what_file_managers_leave_is_passed_over_by_its_name(delivery: Path) -> None:
    for name in (".DS_Store", "Thumbs.db", "desktop.ini", "._manifest.json", "._.DS_Store"):
        (delivery / name).write_bytes(b"\x00icons")
    assert refusal_of(delivery) is None
    (delivery / "notes.txt").write_text("hello")
    assert_refused(delivery, "notes.txt is not listed in SHA256SUMS")


@pytest.mark.parametrize("name", ["SHA256SUMS", "manifest.json", "000201.checkpoint", "chain.pem"])
def test_changed_line_ends_are_named_as_such(delivery: Path, name: str) -> None:
    path = delivery / name
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b"\n", b"\r\n") if b"\n" in raw else raw + b"\r\n")
    error = refusal_of(delivery)
    assert error is not None
    if b"\n" in raw:
        assert error.code == "line-ends"
        assert str(error).startswith(f"{name} has other line ends than it was shipped with")
    else:
        assert error.code == "bad-delivery"
