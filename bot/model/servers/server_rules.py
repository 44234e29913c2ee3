"""How a server wants it, and what those in charge of it have done."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, StrEnum, auto
from typing import Any, Final, TypedDict

from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.settings import SWITCH, Kind, Owner, Setting, SettingValues, Value, server_switch
from bot.model.time.clocks import NO_CLOCK, ClockChoice, per_move, read_clock


@dataclass(frozen=True, slots=True)
class PlayerList:
    """People and roles."""

    people: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()

    def __len__(self) -> int:
        """Return how many are named."""
        return len(self.people) + len(self.roles)

    def with_all(self, other: "PlayerList") -> "PlayerList":
        """Return the list with those of another one at its end."""
        return PlayerList(
            tuple(dict.fromkeys((*self.people, *other.people))),
            tuple(dict.fromkeys((*self.roles, *other.roles))),
        )

    def without(self, other: "PlayerList") -> "PlayerList":
        """Return the list without those of another one."""
        return PlayerList(
            tuple(person for person in self.people if person not in other.people),
            tuple(role for role in self.roles if role not in other.roles),
        )


PROPOSED_DAYS: Final = 3
"""The days per move that are proposed where a server has no clock of its own."""
NOBODY: Final = PlayerList()


class Admission(Enum):
    """Whether someone may play in a server; UNKNOWN where that depends on roles that are not known."""

    ADMITTED = auto()
    BARRED = auto()
    NOT_ALLOWED = auto()
    UNKNOWN = auto()


def _number(stored: Any) -> int | None:  # noqa: ANN401  # JSON
    return None if stored is None else int(stored)


_NUMBERS: Final = Kind[tuple[int, ...]](lambda stored: tuple(map(int, stored)), list)
_TEXTS: Final = Kind[tuple[str, ...]](lambda stored: tuple(map(str, stored)), list)
CHANNELS: Final = Setting[tuple[int, ...]](Owner.SERVER, "channels", (), _NUMBERS)
FORUM: Final = Setting[int | None](Owner.SERVER, "forum", None, Kind(_number, _number))
GAMES: Final = Setting[tuple[str, ...]](Owner.SERVER, "games", (), _TEXTS)
CLOCK: Final = Setting(Owner.SERVER, "clock", NO_CLOCK, Kind(read_clock, str))
ENGINES: Final = Setting(Owner.SERVER, "engines", True, SWITCH)
ENGINE_CHANNELS: Final = Setting[tuple[int, ...]](Owner.SERVER, "engine_channels", (), _NUMBERS)
THREADS: Final = server_switch("threads", default=True, place=30, command="threads")
RATED: Final = server_switch("rated", default=True, place=120, command="ratings")
EXPLORING: Final = server_switch("exploring", default=True, place=130, command="exploring")
ALL_PICTURES: Final = server_switch("all_pictures", default=True, place=140, command="pictures")
SETTINGS: Final = (THREADS, RATED, EXPLORING, ALL_PICTURES)
"""The switches that several features read."""


@dataclass(frozen=True, slots=True)
class ServerRules:
    """The rules of a server: the channels and games that are allowed (empty for all), its usual clock.

    `language` is that of everything public, None for the one it speaks by itself (see
    `public_locale`). In a `forum` each game is a post, in `results` the ends of games are
    posted. Who is `barred` may not play; where anybody is `allowed`, nobody else may. `call_role` is the role
    of Discord's that new open challenges call. `theme` is that of public pictures, empty for the usual one.
    Without `engines` nobody plays against them, with `engine_channels` only there.

    `settings` are the values of what features declare; `rules[SETTING]` reads one.
    """

    channels: tuple[int, ...] = ()
    games: tuple[str, ...] = ()
    clock: ClockChoice = NO_CLOCK
    language: str | None = None
    forum: int | None = None
    results: int | None = None
    barred: PlayerList = NOBODY
    allowed: PlayerList = NOBODY
    call_role: int | None = None
    theme: str = ""
    engines: bool = True
    engine_channels: tuple[int, ...] = ()
    settings: SettingValues = SettingValues()  # noqa: RUF009  # an immutable value

    def __getitem__(self, setting: Setting[Value]) -> Value:
        return self.settings[setting]

    def with_value(self, setting: Setting[Value], value: Value) -> "ServerRules":
        """Return the rules with another value of a setting."""
        return replace(self, settings=self.settings.with_value(setting, value))

    @property
    def proposed_clock(self) -> ClockChoice:
        """The clock of a new game that names none: the server's own, or days per move."""
        return self.clock if self.clock.runs else per_move(PROPOSED_DAYS)

    def terms(self, key: str) -> Terms:
        """Return the terms of a game that names no others."""
        return Terms(key, {}, clock=self.clock, rated=self[RATED], exploring=self[EXPLORING])

    def allow_place(self, place: Place) -> bool:
        """Return whether games may begin in a channel, or in a thread that hangs in such a channel."""
        # A forum that is the home of games is not one in which nobody may ask for one.
        homes = (*self.channels, *([] if self.forum is None else [self.forum]))
        return not self.channels or bool({place.channel, place.parent}.intersection(homes))

    def allow_engines(self, place: Place) -> bool:
        """Return whether games against engines may begin in a channel, or in a thread of such a channel."""
        here = {place.channel, place.parent}
        return self.engines and (not self.engine_channels or bool(here.intersection(self.engine_channels)))

    def allow_game(self, key: str) -> bool:
        """Return whether a game may be played."""
        return not self.games or key in self.games

    def admission(self, person: int, roles: frozenset[int] | None) -> Admission:
        """Return whether someone with these roles may play.

        What is said of a person themselves goes before what is said of their roles.
        """
        if person in self.barred.people:
            return Admission.BARRED
        if person in self.allowed.people:
            return Admission.ADMITTED
        if roles is None and (self.barred.roles or self.allowed.roles):
            return Admission.UNKNOWN
        own_roles = roles or frozenset()
        if own_roles.intersection(self.barred.roles):
            return Admission.BARRED
        if self.allowed and not own_roles.intersection(self.allowed.roles):
            return Admission.NOT_ALLOWED
        return Admission.ADMITTED

    def refuse(self, person: int, roles: frozenset[int] | None = None) -> bool:
        """Return whether it is certain that someone may not play; their roles count as far as known."""
        return self.admission(person, roles) in {Admission.BARRED, Admission.NOT_ALLOWED}


class ServerChanges(TypedDict, total=False):
    """Some of a server's rules."""

    channels: tuple[int, ...]
    games: tuple[str, ...]
    clock: ClockChoice
    language: str | None
    forum: int | None
    results: int | None
    call_role: int | None
    theme: str
    engines: bool
    engine_channels: tuple[int, ...]


class AdminAction(StrEnum):
    """The kinds of entries in a server's log that servers themselves write.

    An admin changed the rules or who may play, judged or annulled a game, corrected a result or voided it.
    """

    RULES = "rules"
    PLAYERS = "players"
    ADJUDICATION = "adjudication"
    ANNULMENT = "annulment"
    CORRECTION = "correction"
    VOIDING = "voiding"


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One deed: when, who, the kind, in which game if in one, a note, and the people it had win.

    The note is the reason of an adjudication or a correction, for a seat whose it was and who goes on, by
    their ids; else what was set, as in `clock=3d, language=automatic`, for overviews `on` or `off` and the
    channel, for players the list and who is on it now, as in `barred person:5 role:6`. Of a game in a
    `private` thread nothing but this is told.
    """

    when: datetime
    who: int
    what: str
    match: int | None
    note: str
    winners: tuple[int, ...] = ()
    private: bool = False
