"""How a server wants it, and what those in charge of it have done."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypedDict

from bot.play.domain.people import Place
from bot.play.domain.time.clocks import NO_CLOCK, ClockChoice


@dataclass(frozen=True, slots=True)
class ServerRules:
    """How a server wants it: the channels and games that are allowed (empty for all), its usual clock.

    `threads` says whether games get threads of their own. `language` is that of everything public, None for
    the one it speaks by itself (see `bot.play.storage.public_locale`). `call_role` is the role of Discord's
    that new open challenges call.
    """

    channels: tuple[int, ...] = ()
    games: tuple[str, ...] = ()
    clock: ClockChoice = NO_CLOCK
    threads: bool = True
    language: str | None = None
    call_role: int | None = None

    def allow_place(self, place: Place) -> bool:
        """Return whether games may begin in a channel, or in a thread that hangs in such a channel."""
        return not self.channels or bool({place.channel, place.parent}.intersection(self.channels))

    def allow_game(self, key: str) -> bool:
        """Return whether a game may be played."""
        return not self.games or key in self.games


class ServerChanges(TypedDict, total=False):
    """Some of a server's rules."""

    channels: tuple[int, ...]
    games: tuple[str, ...]
    clock: ClockChoice
    threads: bool
    language: str | None
    call_role: int | None


class AdminAction(StrEnum):
    """What someone in charge of a server did: changed its rules or an overview, judged or annulled a game."""

    RULES = "rules"
    OVERVIEW = "overview"
    ADJUDICATION = "adjudication"
    ANNULMENT = "annulment"


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One deed: when, who, what, in which game if in one, a note, and the people it had win.

    The note is the reason of an adjudication; else what was set, as in `clock=3d, language=automatic`, or for
    overviews `on` or `off` and the channel. Of a game in a `private` thread nothing but this is told.
    """

    when: datetime
    who: int
    what: AdminAction
    match: int | None
    note: str
    winners: tuple[int, ...] = ()
    private: bool = False
