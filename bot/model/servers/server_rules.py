"""A server's rules, and the log of its admins' actions."""

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
    people: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.people) + len(self.roles)

    def with_all(self, other: "PlayerList") -> "PlayerList":
        """Return the list followed by the entries of another."""
        return PlayerList(
            tuple(dict.fromkeys((*self.people, *other.people))),
            tuple(dict.fromkeys((*self.roles, *other.roles))),
        )

    def without(self, other: "PlayerList") -> "PlayerList":
        """Return the list without the entries of another."""
        return PlayerList(
            tuple(person for person in self.people if person not in other.people),
            tuple(role for role in self.roles if role not in other.roles),
        )


PROPOSED_DAYS: Final = 3
"""The proposed days per move in a server without its own clock."""
NOBODY: Final = PlayerList()


class Admission(Enum):
    """Whether a person may play in a server; UNKNOWN if it depends on unknown roles."""

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
"""The switches that several features use."""


@dataclass(frozen=True, slots=True)
class ServerRules:
    """A server's rules: the allowed channels and games (empty for all), its default clock.

    `language` is the language of public messages, None for the server's own (see `public_locale`). In a
    `forum` each game is a post; `results` gets the ends of games. `barred` people may not play; if `allowed`
    is not empty, only those people may. `call_role` is the Discord role that new open challenges ping.
    `theme` applies to public pictures, empty for the default. Without `engines` there are no games against
    engines; if `engine_channels` is not empty, they begin only there.

    `settings` are the values of features' settings; `rules[SETTING]` reads one.
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
        """Return the rules with a changed setting."""
        return replace(self, settings=self.settings.with_value(setting, value))

    @property
    def proposed_clock(self) -> ClockChoice:
        """The default clock of a new game: the server's own, or days per move."""
        return self.clock if self.clock.runs else per_move(PROPOSED_DAYS)

    def terms(self, key: str) -> Terms:
        """Return the default terms of a game."""
        return Terms(key, {}, clock=self.clock, rated=self[RATED], exploring=self[EXPLORING])

    def allow_place(self, place: Place) -> bool:
        """Return whether games may begin in a channel, or in its threads."""
        # In the forum for games, games may also be requested.
        homes = (*self.channels, *([] if self.forum is None else [self.forum]))
        return not self.channels or bool({place.channel, place.parent}.intersection(homes))

    def allow_engines(self, place: Place) -> bool:
        """Return whether games against engines may begin in a channel, or in its threads."""
        here = {place.channel, place.parent}
        return self.engines and (not self.engine_channels or bool(here.intersection(self.engine_channels)))

    def allow_game(self, key: str) -> bool:
        """Return whether a game may be played."""
        return not self.games or key in self.games

    def admission(self, person: int, roles: frozenset[int] | None) -> Admission:
        """Return whether a person with these roles may play.

        Rules about the person override rules about their roles.
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
        """Return whether a person certainly may not play; unknown roles do not refuse."""
        return self.admission(person, roles) in {Admission.BARRED, Admission.NOT_ALLOWED}


class ServerChanges(TypedDict, total=False):
    """Changes of a server's rules."""

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
    """The kinds of entries in a server's log that admins cause.

    An admin changed the rules or the players' lists, decided or annulled a game, corrected or voided a
    result.
    """

    RULES = "rules"
    PLAYERS = "players"
    ADJUDICATION = "adjudication"
    ANNULMENT = "annulment"
    CORRECTION = "correction"
    VOIDING = "voiding"


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """A log entry: time, author, kind, the game if any, a note, and the declared winners.

    The note is the reason of an adjudication or a correction; for a seat the ids of its old and new player;
    else the setting, as in `clock=3d, language=automatic`, for overviews `on` or `off` and the channel, for
    players the list and its changes, as in `barred person:5 role:6`. For a game in a `private` thread the
    winners are left out.
    """

    when: datetime
    who: int
    what: str
    match: int | None
    note: str
    winners: tuple[int, ...] = ()
    private: bool = False
