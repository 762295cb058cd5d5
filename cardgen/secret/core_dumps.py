"""A process that holds both components leaves no memory image behind when it dies."""

import ctypes
import sys

try:
    import resource
except ImportError:  # Windows has no such limit, and writes a core file only where it was told to
    resource = None  # type: ignore[assignment]

PR_SET_DUMPABLE = 4  # linux/prctl.h


def forbid_core_dumps() -> None:
    """No core file of this process or its children; on Linux no other process may trace it."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
