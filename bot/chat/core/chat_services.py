"""The services that the chat itself uses, whatever features there are."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from bot.chat.core.ports import (
    Challenges,
    Deletions,
    EngineTurns,
    FirstMessages,
    Matches,
    People,
    Presence,
    Retention,
    Servers,
    Settings,
    TrialLeftovers,
    Welcomes,
)
from bot.kernel.timers import TimerSchedule
from bot.kernel.transactions.name_cache import NameCache
from data.cluster.signal_values import Signal


@dataclass(frozen=True, slots=True)
class ChatServices:
    """The services of the connection, the interactions and the workers."""

    settings: Settings
    name_cache: NameCache
    people: People
    matches: Matches
    challenges: Challenges
    servers: Servers
    presence: Presence
    welcomes: Welcomes
    deletions: Deletions
    first_messages: FirstMessages
    timers: TimerSchedule
    retention: Retention
    engine_turns: EngineTurns
    trial_leftovers: TrialLeftovers
    listen: Callable[[Callable[[Signal], None]], Coroutine[Any, Any, None]]
    """Passes on signals of other processes, until it is cancelled."""
