"""Reports at the desk: an evening, the audit, the proof of a card, what lies where."""

from cardgen.errors import CardgenError
from inventory.decisions.program.own_patterns import unknown_patterns
from inventory.decisions.stock.set_status import held_of
from inventory.desk.game.slips import find_slip
from inventory.desk.hall import Hall
from inventory.desk.lookup import find_spoken_card
from inventory.desk.papers.redeciding import Redeciding, older_entries
from inventory.desk.receiving import series_of
from inventory.desk.set_status import read_kept_status
from inventory.entries.closing import OccasionEnded
from inventory.entries.game import OccasionOpened
from inventory.entries.maker import StatusNoted
from inventory.entries.states import CardState
from inventory.errors import HallKeyError, KeptDeliveryError, KeptStatusError, Refused
from inventory.ledger.proving import CardProof, prove_card
from inventory.ledger.reading import Reader
from inventory.ledger.replaying import Finding, audit
from inventory.refusals.refuse import refuse
from inventory.reports.figures.occasion import House, Report, report_of

KNOWN_SHOWN = 8  # occasions named to somebody who asked for one that there is not


def read_report(hall: Hall, occasion: int) -> Report:
    """The report of an occasion; 0 is the last one."""
    with hall.reading() as reader:
        return report_from(hall, reader, occasion)


def read_audit(hall: Hall, letters: str) -> tuple[Finding, ...]:
    """Every finding, also of evenings that do not add up and of a slip that is not ours."""
    again = Redeciding(hall)
    findings = list(audit(hall.ledger, again.watch))
    try:
        hall.check_key()
    except HallKeyError as error:
        findings.append(Finding(error.code, str(error)))
    except CardgenError:
        pass  # an unreadable first entry is a finding of the ledger
    findings += _delivery_findings(hall)
    findings += _status_findings(hall)
    findings += again.findings
    try:
        findings += _evening_findings(hall)
        findings += _slip_findings(hall, letters)
    except CardgenError as error:
        findings.append(Finding("unreadable", str(error)))
    except (LookupError, ValueError) as error:
        # Entries that no desk writes, such as packs of a set never received: named above, and
        # nothing can be added up from them.
        findings.append(Finding("unreadable", f"The figures cannot be added up: {error!r}"))
    return tuple(findings)


def _delivery_findings(hall: Hall) -> list[Finding]:
    findings: list[Finding] = []
    try:
        with hall.reading() as reader:
            known = reader.received()
    except CardgenError:
        return findings  # an unreadable entry is a finding of the ledger
    for name in dict.fromkeys(one.delivery for one in known):
        of_it = [one for one in known if one.delivery == name]
        try:
            shipped = series_of(hall.kept_delivery(of_it[0]), name)
        except KeptDeliveryError as error:
            findings.append(Finding(error.code, str(error)))
            continue
        findings += [
            Finding(
                "received-differs", f"Set {one.set_serial}: its maker's manifest says otherwise"
            )
            for one in of_it
            if one not in shipped
        ]
    return findings


def _status_findings(hall: Hall) -> list[Finding]:
    findings: list[Finding] = []
    try:
        with hall.reading() as reader:
            entries = reader.of_kind("StatusNoted")
    except CardgenError:
        return findings  # an unreadable entry is a finding of the ledger
    for entry in entries:
        try:
            if isinstance(entry.kind, StatusNoted):
                read_kept_status(hall, entry.kind)
        except KeptStatusError as error:
            findings.append(Finding(error.code, str(error)))
    return findings


def entries_of_older_laws(hall: Hall) -> int:
    """How many entries, from the first on, are not decided again; 0 where nothing can be read."""
    try:
        with hall.reading() as reader:
            return older_entries(reader)
    except CardgenError:
        return 0  # a finding of the ledger


def _evening_findings(hall: Hall) -> list[Finding]:
    findings: list[Finding] = []
    with hall.reading() as reader:
        findings += _pattern_findings(reader)
        for entry in reader.of_kind("OccasionEnded"):
            report = report_from(hall, reader, entry.occasion)
            findings += [
                Finding(
                    "identity",
                    f"Occasion {entry.occasion}: {one.name}: {' / '.join(one.printed)}",
                )
                for one in report.identities
                if not one.holds
            ]
    return findings


def _pattern_findings(reader: Reader) -> list[Finding]:
    """Every pattern of an evening by which its claims could not be judged again."""
    return [
        Finding(
            "pattern-missing",
            f"Occasion {entry.sequence}: game {number} is won by {name}, and no entry draws it",
        )
        for entry in reader.of_kind("OccasionOpened")
        if isinstance(entry.kind, OccasionOpened)
        for number, name in unknown_patterns(
            entry.kind.program, reader.settings(entry.sequence).patterns
        )
    ]


def _slip_findings(hall: Hall, letters: str) -> list[Finding]:
    """An older slip of this ledger is no finding: it proves what it covers."""
    try:
        if letters:
            find_slip(hall, letters)
    except Refused as refused:
        return [Finding("slip", str(refused))]
    return []


def read_proof(hall: Hall, text: str) -> CardProof:
    """The proof of a card."""
    with hall.reading() as reader:
        named = find_spoken_card(hall, reader, text)
        if reader.card(named.card).state is None:
            raise refuse("not-received", card=named.card.printed)
        return prove_card(reader.session, named.card)


def no_occasion(reader: Reader, asked: int) -> Refused:
    """Why there is nothing to tell: no evening at all, or none of that number."""
    opened = [
        f"{entry.occasion} ({entry.kind.name}, {entry.kind.played_on})"
        for entry in reader.of_kind("OccasionOpened")
        if isinstance(entry.kind, OccasionOpened)
    ]
    if not opened:
        return refuse("no-occasion")
    # The newest are what somebody looks for; a ledger of years has hundreds.
    known = ", ".join(opened[-KNOWN_SHOWN:])
    if len(opened) > KNOWN_SHOWN:
        known += f", and {len(opened) - KNOWN_SHOWN} before them"
    return refuse("unknown-occasion", occasion=asked, known=known)


def report_from(hall: Hall, reader: Reader, occasion: int) -> Report:
    """The report of an occasion, from a moment at which more is read; 0 is the last one."""
    evening = reader.evening(occasion)
    if evening is None:
        raise no_occasion(reader, occasion)
    ends = [
        (entry.occasion, entry.sequence)
        for entry in reader.of_kind("OccasionEnded")
        if isinstance(entry.kind, OccasionEnded)
    ]
    begins = max((end for number, end in ends if number < evening.occasion), default=0)
    # Packs issued in an evening that was called off are sold in the next one.
    called_off = {
        entry.occasion
        for entry in reader.of_kind("OccasionCalledOff")
        if begins < entry.sequence < evening.occasion
    }
    own_end = dict(ends).get(evening.occasion, 0)
    settings = reader.settings(own_end)
    entries = [
        entry
        for entry in reader.entries(begins)
        # What another evening is still paid, judged or filed for is no figure of this one.
        if entry.occasion in {0, evening.occasion, *called_off}
        and (not own_end or entry.sequence <= own_end or entry.occasion == evening.occasion)
    ]
    counts = {} if own_end else reader.state_counts()
    at_tills = {
        serial: count for (serial, state), count in counts.items() if state is CardState.ISSUED
    }
    called_back = {note.set_serial for note in reader.notes() if not note.numbers}
    house = House(
        hall_name=settings.founded.hall_name,
        profile=hall.profile(settings),
        pays_again=settings.founded.pays_again,
        known=reader.known_series(),
        at_tills=at_tills,
        held=() if own_end else held_of(reader.packs_in(CardState.ISSUED), called_back),
    )
    return report_of(evening, entries, house)
