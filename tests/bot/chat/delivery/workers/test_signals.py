"""Effects of other processes' signals."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.delivery.message_cache import MessageCache
from bot.chat.delivery.workers.signal_listener import SignalListener
from bot.chat.delivery.workers.wakeup import Wakeup
from data.cluster.signal_values import Signal, Topic

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
BELL, DEADLINE, NAMES = "woken", "deadlines asked for", "names forgotten"


@dataclass
class Names:
    """A recorder of calls to the deadline worker and the name cache."""

    changes: list[object] = field(default_factory=list)

    def expect(self, due: datetime) -> None:
        self.changes.append(due)

    def refresh(self) -> None:
        self.changes.append(DEADLINE)

    def forget(self, person: int) -> bool:
        self.changes.append(person)
        return True

    def clear(self) -> None:
        self.changes.append(NAMES)


class Bell(Wakeup):
    """A wakeup that records its rings."""

    def __init__(self, changes: list[object]) -> None:
        super().__init__()
        self.changes = changes

    def ring(self) -> None:
        self.changes.append(BELL)


@pytest.mark.parametrize(
    ("signal", "changes", "cached"),
    [
        (Signal(Topic.NOTICES), [BELL], [1, 2]),
        (Signal(Topic.DEADLINE, moment=NOON), [NOON], [1, 2]),
        (Signal(Topic.DEADLINE), [], [1, 2]),
        (Signal(Topic.FREED), [DEADLINE, BELL], [1, 2]),
        (Signal(Topic.PERSON, 1001), [1001], [1, 2]),
        (Signal(Topic.PERSON), [], [1, 2]),
        (Signal(Topic.MESSAGE, 2), [], [1]),
        (Signal(Topic.MESSAGE), [], [1, 2]),
        (Signal(Topic.MISSED), [NAMES, DEADLINE, BELL], []),
        (Signal(Topic.SHARDS), [], [1, 2]),
        (Signal(Topic.UNKNOWN), [], [1, 2]),
    ],
    ids=lambda value: value.to_line() if isinstance(value, Signal) else "",
)
def test_a_signal_changes_the_caches(signal: Signal, changes: list[object], cached: list[int]) -> None:
    state, messages = Names(), MessageCache()
    for number in (1, 2):
        message: Any = SimpleNamespace(id=number)
        messages.keep(message)
    here: Any = state
    SignalListener(Bell(state.changes), here, here, messages).on_signal(signal)
    assert state.changes == changes
    assert [number for number in (1, 2) if messages.take(number) is not None] == cached
