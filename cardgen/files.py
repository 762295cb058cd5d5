"""Files that appear whole or not at all: written under a temporary name, synced, renamed."""

import os
import secrets
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from cardgen.errors import BadFileError, ConflictError

PRIVATE_MODE = 0o600
PUBLIC_MODE = 0o644
PRIVATE_FOLDER_MODE = 0o700
PUBLIC_FOLDER_MODE = 0o755


class ExistsError(ConflictError):
    """Something stands where a new file or folder should be written."""

    code = "exists"

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} exists and is not overwritten. Name another place.")


def partial_folder(folder: Path) -> Path:
    """Where a folder is built before it gets its name.

    Raises: ExistsError, when something has that name already.
    """
    if folder.exists():
        raise ExistsError(folder)
    return folder.with_name(f".{folder.name}.partial")


def remove_partial(folder: Path) -> None:
    """Remove what an interrupted command left of a folder that never got its name."""
    shutil.rmtree(partial_folder(folder), ignore_errors=True)


@contextmanager
def new_folder(folder: Path, mode: int = PUBLIC_FOLDER_MODE) -> Iterator[Path]:
    """A folder to fill; it gets its name when the block ends well, and is gone otherwise.

    Raises: ExistsError, BadFileError.
    """
    partial = partial_folder(folder)
    shutil.rmtree(partial, ignore_errors=True)  # what an interrupted command left
    try:
        partial.mkdir(mode, parents=True)
        yield partial
        partial.replace(folder)
    except OSError as error:
        why = error.strerror or "cannot be written"
        raise BadFileError(folder, why, "Free space or name another place.") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)


@contextmanager
def continued_folder(folder: Path, keeps: type[Exception]) -> Iterator[Path]:
    """A folder to fill, with what an interrupted command left of it; else like `new_folder`.

    What is there is kept when the block raises `keeps`, and gone when it ends ill otherwise.

    Raises: ExistsError, BadFileError.
    """
    partial = partial_folder(folder)
    try:
        partial.mkdir(PUBLIC_FOLDER_MODE, parents=True, exist_ok=True)
        yield partial
        partial.replace(folder)
    except keeps:
        raise
    except OSError as error:
        shutil.rmtree(partial, ignore_errors=True)
        why = error.strerror or "cannot be written"
        raise BadFileError(folder, why, "Free space or name another place.") from None
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise


@contextmanager
def kept_folder(folder: Path) -> Iterator[Path]:
    """A folder to fill that takes the place of an older one, whole or not at all.

    It is on the disk, names and all, when the block has ended: an entry may rely on it.
    """
    partial = folder.with_name(f".{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)  # what an interrupted command left
    try:
        partial.mkdir(parents=True)
        yield partial
        sync_all(partial)
        shutil.rmtree(folder, ignore_errors=True)
        partial.replace(folder)
        sync_folder(folder.parent)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def sync_all(folder: Path) -> None:
    """Every file of a folder is on the disk, and the folder too."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with path.open("rb+") as file:
                os.fsync(file.fileno())
        else:
            sync_folder(path)
    sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """The names in a folder are on the disk; Windows keeps them by itself."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def new_file(path: Path, mode: int = PUBLIC_MODE) -> Iterator[BinaryIO]:
    """A file to write; it gets its name when the block ends well, and is gone otherwise.

    Raises: ExistsError, BadFileError.
    """
    if path.exists():
        raise ExistsError(path)
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        descriptor = os.open(partial, flags, mode)
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        why = error.strerror or "cannot be written"
        raise BadFileError(path, why, "Free space or name another place.") from None
    finally:
        partial.unlink(missing_ok=True)


def write_new(path: Path, content: bytes, mode: int = PUBLIC_MODE) -> None:
    """Write a file that is not there yet, whole or not at all.

    Raises: ExistsError, BadFileError.
    """
    with new_file(path, mode) as file:
        file.write(content)


def write_all_new(contents: Mapping[Path, bytes]) -> None:
    """Write several files that are not there yet: all of them, or none.

    Raises: ExistsError, BadFileError.
    """
    with ExitStack() as stack:
        for path, content in contents.items():
            file = stack.enter_context(new_file(path))
            file.write(content)
            # On the disk before the first of them gets its name.
            file.flush()
            os.fsync(file.fileno())


def destroy(path: Path) -> None:
    """Overwrite a file with random bytes and delete it; best effort, as disks remap and back up.

    Raises: BadFileError.
    """
    try:
        with path.open("r+b") as file:
            file.write(os.urandom(path.stat().st_size))
            file.flush()
            os.fsync(file.fileno())
        path.unlink()
    except OSError as error:
        why = error.strerror or "cannot be deleted"
        raise BadFileError(path, why, "Delete it by other means.") from None


def read_bounded(path: Path, bytes_max: int, mends: str) -> bytes:
    """The content of a regular file that is no longer than expected.

    Raises: BadFileError; a pipe or a device may never end, nor even begin.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BadFileError(path, "it is no regular file", mends)
            content = file.read(bytes_max + 1)
    except OSError as error:
        raise BadFileError(path, error.strerror or "cannot be read", mends) from None
    if len(content) > bytes_max:
        raise BadFileError(path, f"it has more than {bytes_max} bytes", mends)
    return content


def _without_waiting(path: str, flags: int) -> int:
    """Opened at once: opening a pipe waits for somebody who writes into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
