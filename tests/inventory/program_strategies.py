"""Programs that hypothesis makes up: each is one a file can say."""

from hypothesis import strategies as st

from cardgen.color import Color
from cardgen.texts import as_entered
from inventory.program.program import (
    Approval,
    ColorShare,
    Game,
    GameKind,
    PrizeBasis,
    Program,
    Section,
    Terms,
)

LINES = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=20).map(as_entered)
TIMES = st.one_of(st.just(""), st.times().map(lambda at: f"{at:%H:%M}"))
SHARES = st.integers(1, 10_000)
CENTS = st.integers(1, 900_000_000)
SECTIONS = st.lists(
    st.builds(Section, LINES, LINES, SHARES), min_size=1, unique_by=lambda section: section.name
).map(tuple)
TERMS = st.one_of(
    st.builds(Terms, st.just(PrizeBasis.FIXED), CENTS, CENTS),
    st.builds(
        Terms,
        st.just(PrizeBasis.SHARE),
        primary_share=SHARES,
        consolation_share=st.integers(0, 10_000),
    ),
    st.builds(Terms, st.just(PrizeBasis.PROGRESSIVE), CENTS, CENTS, progression=LINES),
    st.builds(
        Terms,
        st.just(PrizeBasis.SECTIONS),
        pool_share=SHARES,
        sections=SECTIONS,
    ),
    st.builds(
        Terms,
        st.just(PrizeBasis.BY_COLOR),
        pool_share=SHARES,
        colors=st.dictionaries(st.sampled_from(list(Color)).map(str), SHARES, min_size=1).map(
            lambda shares: tuple(ColorShare(*one) for one in shares.items())
        ),
    ),
)
SERIALS = st.integers(0, 999_999).map(lambda number: f"{number:06d}")
GAMES = st.builds(
    Game,
    number=st.just(1),
    name=LINES,
    kind=st.sampled_from([kind for kind in GameKind if kind is not GameKind.PROGRESSIVE]),
    terms=TERMS,
    sets=st.lists(SERIALS, max_size=3).map(tuple),
    price_cents=st.integers(0, 10_000),
    faces=st.integers(1, 36),
    pattern=LINES,
    pre_drawn=st.integers(0, 75),
    calls_max=st.integers(1, 75),
    pre_draw_at=TIMES,
    starts_at=TIMES,
    after_intermission=st.booleans(),
    second_receptacle=st.booleans(),
    last_number_on_card=st.booleans(),
)


PROGRAMS_OF_ONE_GAME = st.builds(
    Program,
    name=LINES,
    played_on=st.dates().map(str),
    games=GAMES.map(lambda game: (game,)),
    starts_at=TIMES,
    seats=st.integers(0, 1000),
    rooms=st.integers(1, 9),
    displays=st.integers(0, 9),
    admission_cents=st.integers(0, 1000),
    admission_cards=st.integers(0, 9),
    license_number=st.one_of(st.just(""), LINES),
    license_expires=st.one_of(st.just(""), st.dates().map(str)),
    approvals=st.dictionaries(LINES, LINES).map(
        lambda found: tuple(Approval(*one) for one in found.items())
    ),
)
