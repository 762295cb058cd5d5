"""Which papers a hall has: those of every hall, and those that its state asks for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from inventory.paper import Paper
from inventory.reports.figures.books import Books
from inventory.reports.papers import bc7, new_jersey, new_mexico, occasion, perpetual, retention
from inventory.rules.profile import Profile


@dataclass(frozen=True, slots=True)
class Listed:
    """A paper by its name, what it is, and how it is written."""

    name: str
    what: str
    write: Callable[[Books], Paper]


_COMMON = (
    Listed(occasion.NAME, "report of the evening, all of it", occasion.occasion_paper),
    Listed(perpetual.NAME, "perpetual inventory of every set", perpetual.perpetual_paper),
    Listed(retention.NAME, "what must be kept until when", retention.retention_paper),
)
_BC7 = Listed(bc7.NAME, "worksheet for form BC-7", bc7.bc7_paper)
_BC7B = Listed(bc7.WORKERS_NAME, "worksheet for BC-7B, sales by worker", bc7.workers_paper)
_NJ = Listed(new_jersey.NAME, "New Jersey's record of the occasion", new_jersey.new_jersey_paper)
_NM = Listed(new_mexico.NAME, "New Mexico's record of the occasion", new_mexico.new_mexico_paper)
OF_STATE: Mapping[str, tuple[Listed, ...]] = MappingProxyType(
    {"us-ny": (_BC7, _BC7B), "us-nj": (_NJ,), "us-nm": (_NM,)}
)


def papers_of(profile: Profile) -> tuple[Listed, ...]:
    """The papers of a hall under that profile, in the order they are wanted."""
    of_state = OF_STATE.get(profile.name, ())
    return (_COMMON[0], *of_state, *_COMMON[1:])
