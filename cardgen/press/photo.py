"""The code inside a card, read from a photo of it by zxing-cpp, which is an extra."""

from importlib import import_module
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from cardgen.errors import BadFileError, UsageError
from cardgen.tokens import InsideToken

_MENDS = "Take a sharp picture of the QR code inside, or scan it."


class NoReaderError(UsageError):
    """A photo where no reader of codes is installed."""

    code = "missing-extra"

    def __init__(self) -> None:
        super().__init__(
            "A photo is read by zxing-cpp, which is not installed. Install it with "
            'pip install "sealed-cards[demo]", or scan the code.'
        )


def inside_code_in(photo: Path) -> str:
    """The text of the one code in a picture that opens a card.

    Raises: NoReaderError; BadFileError, when there is no such code, or several.
    """
    try:
        reader = import_module("zxingcpp")
    except ImportError:
        raise NoReaderError from None
    try:
        with Image.open(photo) as picture:
            found = {one.text for one in reader.read_barcodes(picture.convert("L"))}
    except (OSError, UnidentifiedImageError) as error:
        raise BadFileError(photo, f"no picture ({error})", _MENDS) from None
    codes = [text for text in found if text.startswith("SD1")]
    if len(codes) != 1:
        raise BadFileError(photo, f"{len(codes)} codes of a card's inside are in it", _MENDS)
    return InsideToken.parse(codes[0]).text
