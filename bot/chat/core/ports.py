"""The services of features that the chat needs."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from bot.model.agenda import Overview
from bot.model.challenges.challenge import Challenge
from bot.model.match.match import Match
from bot.model.people.greeting import Greeting
from bot.model.people.person import Place
from bot.model.people.preferences import Preferences
from bot.model.public import Public, PublicPresentation
from bot.model.servers.limitations import LimitedChannel
from bot.model.servers.server_rules import ServerRules


class PeoplePort(Protocol):
    """Names and languages of people."""

    async def names(self, ids: Collection[int]) -> Mapping[int, str]:
        """Return the known names of `ids`."""

    async def locale_of(self, person: int) -> str | None:
        """Return a person's language, None if unknown."""

    async def public_locale(self, about: Public) -> str:
        """Return the language of public texts about a subject."""

    async def public_presentation(self, about: Public) -> PublicPresentation:
        """Return the language and theme of public messages about a subject."""

    async def locale_at(self, place: Place) -> str:
        """Return the language of public texts in a place."""


class SettingsPort(Protocol):
    """People's settings."""

    async def preferences(self, person: int) -> Preferences:
        """Return a person's preferences."""

    async def greet(self, person: int) -> Greeting:
        """Return a person's preferences, and the news that their next answer adds."""


class MatchesPort(Protocol):
    """Queries of matches."""

    async def get(self, match_id: int) -> Match:
        """Return a match. Raises Refusal if there is none."""

    async def of(self, player: int, *, running: bool = True, limit: int = 100) -> tuple[Match, ...]:
        """Return a player's running or finished matches."""

    async def running_at(self, channel: int) -> tuple[Match, ...]:
        """Return the running matches of a channel or thread."""

    async def threads_in(self, server: int) -> frozenset[int]:
        """Return the threads of a server's running matches."""

    async def latest_at(self, channel: int) -> Match | None:
        """Return the newest match of a channel or thread, running or not."""

    async def finished_dice_matches(self, player: int, *, limit: int = 100) -> tuple[Match, ...]:
        """Return a player's finished matches with dice."""

    async def finished_matches_in(self, server: int, *, limit: int = 100) -> tuple[Match, ...]:
        """Return the finished matches of a server."""


class ChallengesPort(Protocol):
    """Queries of challenges."""

    async def get(self, challenge_id: int) -> Challenge:
        """Return a challenge. Raises Refusal if there is none."""


class ServersPort(Protocol):
    """Servers' settings."""

    async def server(self, server: int) -> ServerRules:
        """Return the settings of a server."""

    async def forget_role(self, server: int, role: int) -> None:
        """Stop using a deleted role."""

    async def overview(self, channel: int) -> Overview | None:
        """Return the overview posted in a channel."""


class LimitationsPort(Protocol):
    """Missing permissions and full channels."""

    async def record_limitation(self, limited: LimitedChannel) -> None:
        """Store a limitation."""

    async def notify_admin(self, server: int, channel: int) -> tuple[LimitedChannel, ...]:
        """Store the admins' channel; return the limitations that no admin has seen, and mark them as seen."""


class PresencePort(Protocol):
    """The servers the bot is in."""

    async def pause_server(self, server: int) -> None:
        """Pause the matches of a server the bot left."""

    async def resume_server(self, server: int) -> None:
        """Resume the matches of a server."""

    async def compare(self, there: Collection[int], counts: Callable[[int], bool]) -> None:
        """Pause and resume matches by the current servers, limited to servers for which `counts` holds."""


class WelcomesPort(Protocol):
    """Welcome messages of new servers."""

    async def greet_server(self, server: int, joined: datetime, channels: Sequence[int], locale: str) -> None:
        """Schedule a server's welcome message, once."""


class DeletionsPort(Protocol):
    """Requested deletions of people."""

    async def due_of(self, person: int) -> datetime | None:
        """Return the time of a person's deletion, None if none is requested."""


class FirstMessagesPort(Protocol):
    """The pace of first direct messages."""

    async def take_turn(self, notice: int) -> timedelta:
        """Return the wait before a first direct message, zero if it may be sent now. Raises Quarantined."""

    async def quarantine(self) -> bool:
        """Stop first direct messages; return whether they were allowed until now."""


class RetentionPort(Protocol):
    """Deletion of rows by age."""

    async def forget(self, pause: Callable[[], Awaitable[None]]) -> int:
        """Delete expired rows in small steps with pauses; return their number."""


class EngineTurnsPort(Protocol):
    """Engines' turns."""

    @property
    def is_offered(self) -> bool:
        """Whether this process can run engines."""

    async def run(self) -> None:
        """Start engine turns after newly committed moves."""

    async def resume_forgotten(self) -> int:
        """Play overdue turns of engines, as those left by ended processes; return the number of matches."""


class TrialLeftoversPort(Protocol):
    """Messages of abandoned trials."""

    async def release(self, server: int) -> None:
        """Schedule the deletion of a server's trial messages."""

    async def servers(self) -> frozenset[int]:
        """Return the servers with trial messages."""
