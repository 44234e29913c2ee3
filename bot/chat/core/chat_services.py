"""The services that the chat itself uses, whatever features there are."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from bot.kernel.timers import TimerSchedule
from bot.play.challenges.challenge_queries import ChallengeQueries
from bot.play.matches.match_queries import MatchQueries
from bot.play.people.directory import PeopleDirectory
from bot.play.people.first_messages import FirstMessages
from bot.play.people.settings_service import SettingsService
from bot.play.practice.engine_turns import EngineTurns
from bot.play.privacy.deletions import Deletions
from bot.play.privacy.retention import Retention
from bot.play.servers.presence import ServerPresence
from bot.play.servers.server_admin import ServerAdmin
from bot.play.servers.trial_leftovers import TrialLeftovers
from bot.play.servers.welcomes import Welcomes
from bot.play.storage.name_cache import NameCache
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
