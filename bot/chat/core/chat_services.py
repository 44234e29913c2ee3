"""The services that the chat itself uses, whatever features there are."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from bot.features.challenges.service.challenge_queries import ChallengeQueries
from bot.features.engines.service.engine_turns import EngineTurns
from bot.features.help.service import Welcomes
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.people.service.directory import PeopleDirectory
from bot.features.people.service.first_messages import FirstMessages
from bot.features.people.service.settings_service import SettingsService
from bot.features.privacy.service.deletions import Deletions
from bot.features.privacy.service.retention import Retention
from bot.features.servers.service.presence import ServerPresence
from bot.features.servers.service.server_admin import ServerAdmin
from bot.features.trial.service import TrialLeftovers
from bot.kernel.timers import TimerSchedule
from bot.kernel.transactions.name_cache import NameCache
from data.records import Signal


@dataclass(frozen=True, slots=True)
class ChatServices:
    """The services of the connection, the interactions and the workers."""

    settings: SettingsService
    name_cache: NameCache
    people: PeopleDirectory
    matches: MatchQueries
    challenges: ChallengeQueries
    servers: ServerAdmin
    presence: ServerPresence
    welcomes: Welcomes
    deletions: Deletions
    first_messages: FirstMessages
    timers: TimerSchedule
    retention: Retention
    engine_turns: EngineTurns
    trial_leftovers: TrialLeftovers
    listen: Callable[[Callable[[Signal], None]], Coroutine[Any, Any, None]]
    """Passes on signals of other processes, until it is cancelled."""
