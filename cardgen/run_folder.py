"""Where things lie in a run's folder: what the press prints from, the record, the inspection.

RUN/press/       a press file a lot, the press list, set-up and proof; each page shows faces
RUN/remakeN/     the same of cards that were printed once more
RUN/record/      run.json, chain, bundles, checkpoints: what a delivery is made from
RUN/inspection/  what an inspection found before shipping
"""

from pathlib import Path

PRESS = "press"
PRESS_LIST = "manifest.csv"  # every card of a press folder, in the order of its pages
JOB_TICKET = "ticket.pdf"  # what goes with the job through the shop
RECORD = "record"
RUN_RECORD = "run.json"
MANIFEST_DRAFT = "manifest-draft.json"
PROFILE = "profile.icc"  # what the press files were made for, and remakes are
INSPECTION = "inspection"
RESULT = "inspection.json"
RESULT_PAGE = "inspection.pdf"
LOTS = ".lots"  # within the press folder of a run that is not whole: lots that are
REMAKES = "remake[0-9]*"  # the pattern of their folders
# Folders whose files may show a face of a live card, those of an interrupted remake too.
FACE_FOLDERS = (PRESS, REMAKES, f".{REMAKES}.partial")


def remake_folder(place: int) -> str:
    """The name of the folder of a run's remake, the first being 1."""
    return f"remake{place}"


def press_list_path(run: Path) -> Path:
    """Where a run lists the cards of its press files."""
    return run / PRESS / PRESS_LIST


def run_record_path(run: Path) -> Path:
    """Where a run's folder keeps its record."""
    return run / RECORD / RUN_RECORD


def inspection_path(run: Path) -> Path:
    """Where the result of a run's inspection lies."""
    return run / INSPECTION / RESULT
