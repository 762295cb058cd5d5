"""Files that are read whole: no longer than expected, and files at all."""

import os
from pathlib import Path

import pytest

from cardgen.errors import BadFileError
from cardgen.files import kept_folder, read_bounded


def test_a_file_is_read_to_its_last_byte_and_not_beyond_what_is_expected(tmp_path: Path) -> None:
    path = tmp_path / "four"
    path.write_bytes(b"\x00\r\n\x1a")
    assert read_bounded(path, 4, "Mend it.") == b"\x00\r\n\x1a"
    with pytest.raises(BadFileError, match="more than 3 bytes"):
        read_bounded(path, 3, "Mend it.")
    link = tmp_path / "link"
    link.symlink_to(path)
    assert read_bounded(link, 4, "Mend it.") == b"\x00\r\n\x1a"


def test_a_pipe_that_nobody_writes_into_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(BadFileError, match=r"it is no regular file.*Mend it\."):
        read_bounded(path, 4, "Mend it.")


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
def test_a_device_is_no_file_to_read(device: str) -> None:
    with pytest.raises(BadFileError, match="no regular file"):
        read_bounded(Path(device), 4, "Mend it.")


def test_a_folder_and_nothing_at_all_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(BadFileError):
            read_bounded(path, 4, "Mend it.")


def test_a_kept_folder_takes_the_place_of_an_older_one_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    with kept_folder(folder) as partial:
        (partial / "old").write_bytes(b"1")
    with pytest.raises(FileNotFoundError), kept_folder(folder) as partial:
        (partial / "no such folder" / "half").write_bytes(b"2")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert [path.name for path in folder.iterdir()] == ["old"]
    with kept_folder(folder) as partial:
        (partial / "new").write_bytes(b"3")
    assert [path.name for path in folder.iterdir()] == ["new"]
