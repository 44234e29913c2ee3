"""The services that the chat itself uses."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from bot.chat.core.ports import (
    ChallengesPort,
    DeletionsPort,
    EngineTurnsPort,
    FirstMessagesPort,
    MatchesPort,
    PeoplePort,
    PresencePort,
    RetentionPort,
    ServersPort,
    SettingsPort,
    TrialLeftoversPort,
    WelcomesPort,
)
from bot.kernel.timers import TimerSchedule
from bot.kernel.transactions.name_cache import NameCache
from data.cluster.signal_values import Signal


@dataclass(frozen=True, slots=True)
class ChatServices:
    """The services of the connection, the interactions and the workers."""

    settings: SettingsPort
    name_cache: NameCache
    people: PeoplePort
    matches: MatchesPort
    challenges: ChallengesPort
    servers: ServersPort
    presence: PresencePort
    welcomes: WelcomesPort
    deletions: DeletionsPort
    first_messages: FirstMessagesPort
    timers: TimerSchedule
    retention: RetentionPort
    engine_turns: EngineTurnsPort
    trial_leftovers: TrialLeftoversPort
    listen: Callable[[Callable[[Signal], None]], Coroutine[Any, Any, None]]
    """Forwards signals of other processes until cancelled."""
