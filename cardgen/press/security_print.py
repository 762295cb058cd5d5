"""Fine line work that a copier blurs: guilloches and lines of microtext, as vectors."""

from math import cos, pi, sin

from cardgen.press.fonts import TEXT
from cardgen.press.patterns import Place
from cardgen.press.pen import Pen

HAIRLINE = 0.1  # mm; what offset and a 600 dpi press hold in a tint of full ink
MICROTEXT_CAP = 0.55  # mm; read with a loupe, a gray line to the eye
STRANDS = 12
STEPS_A_WAVE = 30


def draw_guilloche(pen: Pen, place: Place, wave: float, percent: int) -> None:
    """A band of strands that swing against each other; `wave` is one swing in millimeters."""
    left, bottom, width, height = place
    middle, reach = bottom + height / 2, height / 2 - HAIRLINE
    count = round(width / wave * STEPS_A_WAVE)
    with pen.series(percent):
        for strand in range(STRANDS):
            phase = pi * strand / STRANDS
            points = []
            for step in range(count + 1):
                along = step / count
                angle = 2 * pi * along * width / wave
                swing = sin(angle + phase) * (0.62 + 0.38 * cos(2 * phase + angle / 2))
                points.append((left + along * width, middle + reach * swing))
            pen.polyline(points, HAIRLINE)


def draw_rosette(pen: Pen, middle: tuple[float, float], diameters: tuple[float, float]) -> None:
    """Petals between an inner and an outer diameter, each strand turned a little further."""
    inner, outer = diameters
    mean, reach, petals = (inner + outer) / 4, (outer - inner) / 4, 12
    with pen.series(100):
        for strand in range(6):
            turned = pi * strand / (3 * petals)
            points = []
            for step in range(petals * STEPS_A_WAVE + 1):
                angle = 2 * pi * step / (petals * STEPS_A_WAVE)
                radius = mean + reach * sin(petals * (angle + turned))
                points.append((middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)))
            pen.polyline(points, HAIRLINE)


def draw_microtext(pen: Pen, start: tuple[float, float], width: float, words: str) -> None:
    """The words again and again, as a line of just that width."""
    once = f"{words} · "
    count = max(1, int(width / pen.wide(once, MICROTEXT_CAP, TEXT)))
    line = (once * count).removesuffix(" · ")
    cap = MICROTEXT_CAP * width / pen.wide(line, MICROTEXT_CAP, TEXT)
    with pen.black():
        pen.text(start, line, cap, TEXT)
