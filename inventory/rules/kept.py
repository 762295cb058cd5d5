"""Which rules the program decides by, and which it only says: a hall can answer the former.

Theory of operation. A rule that is shown is kept. Most rules have a reader in the decisions, and a
hall may answer them in its own way. Two tables name the rest, and `rules set` refuses their keys,
since another answer would stand on every report and change nothing:

- `ON_PAPERS`: people keep it. The program prints it for them on script, notices and lists.
- `BUILT_IN`: the program always does so, whatever a profile says.

A test compares the tables with what the decisions read.
"""

ON_PAPERS = frozenset(
    {
        "pre_draw.receptacle_visible",
        "cards.player_selects",
        "cards.reserved_for_disabled",
        "cards.indelible_marking",
        "special.winner_take_all_record",
        "special.cards_sold_announced",
        "claims.player_watches",
        "claims.serial_read_out",
        "claims.uncalled_read",
        "claims.other_bingos_asked",
        "claims.error_sentence",
        "claims.last_ball_announced",
        "claims.numbers_called_twice",
        "claims.valid_ranges_announced",
        "claims.one_ball_at_a_time",
        "claims.ball_shown",
        "claims.balls_kept_out",
        "claims.last_number_announced",
        "claims.calls_max_announced",
        "house.rules_notice",
        "house.present_players_only",
        "house.seats_reserved",
        "papers.filed_with",
        "papers.summary_days_after_quarter",
        "papers.certificate_years",
        "papers.records_years",
    }
)
BUILT_IN = frozenset(
    {
        "cards.sold_this_occasion_only",  # sold cards expire when the evening ends
        "cards.voids_kept",  # two people void a card, and it goes into the envelope
        "prizes.divided_equally",
        "claims.rack_before_prize",
        "claims.held_ball_next",
        "house.shortages_netted",  # receipts, takings and the box are figures of their own
        "sets.serial_reuse_years",  # a set serial is taken in once
        "sets.random_outside_number",  # how cardgen deals
        "sets.one_color",
    }
)


def why_not_answered(key: str) -> str:
    """Why another answer to this rule would change nothing; empty where it would."""
    if key in ON_PAPERS:
        return "people keep it, and the program only says it on papers"
    return "the program always keeps it" if key in BUILT_IN else ""
