from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from cardgen.errors import BadValueError
from cardgen.press.preview import DESK, DOTS_PER_INCH, MARGIN_DOTS, specimen_png
from tests.press.cards import a_batch, a_job, a_series
from tests.press.raster import codes

VOID = a_series(3, color="green", set_serial="000000")


def test_it_shows_outside_and_inside_of_the_specimen_side_by_side() -> None:
    with Image.open(BytesIO(specimen_png(a_job(VOID), a_batch(VOID)))) as picture:
        assert round(picture.info["dpi"][0]) == DOTS_PER_INCH
        # 108 x 254 mm at 150 dpi is 637.8 x 1500 dots
        assert picture.size == (2 * 638 + 3 * MARGIN_DOTS, 1500 + 2 * MARGIN_DOTS)
        assert picture.convert("RGB").getpixel((0, 0)) == DESK
        gray = np.asarray(picture.convert("L"))
    middle = gray.shape[1] // 2
    batch = a_batch(VOID)
    outside, inside = codes(gray[:, :middle]), codes(gray[:, middle:])
    assert ("QR Code", batch.row("outside_tokens", 0).decode()) in outside
    assert inside == {("QR Code", batch.row("inside_tokens", 0).decode())}


def test_it_is_the_same_each_time() -> None:
    assert specimen_png(a_job(VOID), a_batch(VOID)) == specimen_png(a_job(VOID), a_batch(VOID))


def test_a_live_card_is_not_taken_for_the_specimen() -> None:
    live = a_series(3)
    with pytest.raises(BadValueError, match="set serial of a specimen"):
        specimen_png(a_job(live), a_batch(live))
