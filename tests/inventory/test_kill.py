"""kill -9 between any two statements of an exchange: all of it is there, or nothing."""

import os
import signal
import sqlite3
import sys
from pathlib import Path

import pytest

from inventory.desk.execute import Reply
from inventory.desk.hall import Hall
from inventory.entries.entry import Context
from inventory.entries.states import CardState
from inventory.ledger.replaying import audit
from tests.inventory.kit import Kit, ok
from tests.inventory.scanned import selling

STATEMENTS_MAX = 400


@pytest.mark.skipif(sys.platform == "win32", reason="a process is killed by a signal")
def test_an_exchange_killed_anywhere_is_whole_or_nothing(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    kit.hall.close()
    folder, survived, outcomes = kit.hall.folder, False, []
    for killed_at in range(1, STATEMENTS_MAX):
        survived = _exchange_in_a_child(kit, folder, killed_at)
        hall = Hall.open(folder)
        kit.hall = hall
        states = [
            kit.state(card)
            for card in (*map(kit.built.red, (1, 2)), *map(kit.built.blue, (1, 2, 3, 4)))
        ]
        assert audit(hall.ledger) == ()
        nothing = [CardState.SOLD] * 2 + [CardState.ISSUED] * 4
        everything = [CardState.SURRENDERED] * 2 + [CardState.SOLD] * 4
        assert states in (nothing, everything), killed_at
        outcomes.append(states == everything)
        hall.close()
        if survived or outcomes[-1]:
            break
    assert survived
    assert len(outcomes) > 20, "an exchange of two has more statements than that"
    assert outcomes[:-1] == [False] * (len(outcomes) - 1)


def _exchange_in_a_child(kit: Kit, folder: Path, killed_at: int) -> bool:
    """Whether the child lived: it kills itself before its n-th statement or its commit."""
    context = kit.context()
    child = os.fork()
    if child == 0:
        _die_at(kit, folder, context, killed_at)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return False
    assert os.waitstatus_to_exitcode(status) == 0
    return True


def _die_at(kit: Kit, folder: Path, context: Context, killed_at: int) -> None:
    """In the child: never returns."""
    try:
        hall = Hall.open(folder)
        left = [killed_at]

        def count(*_: object) -> None:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        hall.ledger.connection.set_trace_callback(count)
        old = (kit.built.red(1).outside, kit.built.red(2).outside)
        answer = selling.give_in_exchange(hall, context, old, kit.built.blue(4).outside)
        os._exit(0 if isinstance(answer, Reply) else 7)
    except sqlite3.Error:
        os._exit(8)
    finally:
        os._exit(9)
