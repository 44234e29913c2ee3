"""Games, their seats, times and plies, who has taken whose seat, and games brought along."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from data.records.people import PersonSettingsRecord


@dataclass(frozen=True, slots=True)
class TimingRecord:
    """The times in a row of `games`.

    `times` are by seat the microseconds left, those before the latest increment, and the days given; empty
    without a clock. While a game is `paused` the player to act has what was left then. `turns` counts the
    plies of players, `since` is when the running turn began, `told` when its player was told something for
    the last time. `due` is when time will next have done something.
    """

    since: datetime
    times: tuple[tuple[int, int, int], ...] = ()
    turns: int = 0
    deadline: datetime | None = None
    claimable: bool = False
    due: datetime | None = None
    told: datetime | None = None
    reminders: int = 0
    stalled: bool = False
    silenced: bool = False
    paused: datetime | None = None


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Who holds a seat in a row of `seats`: a person, or an engine of some level."""

    person: int | None
    engine: str | None = None
    level: int | None = None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A row of `games`, with the server's present language and the players by seat.

    `number` is the game's among those of its challenge, from 1; `tie_break`, `clock`, `rated` and
    `exploring` are the challenge's.
    `settings` are those of the players by seat, `names` those of the people among them who were ever met;
    both are empty for a game not read to be changed. `retired` are the seats that have left, each with the
    number of its ply, in order. `commitment` and `seed` are the secret of its dice and what was told of it
    before; `seed` is empty while the game runs. `words` and `beacon` are what that is mixed with.
    `counting` says whether the result counts for ratings, once that was decided.
    `board` is channel and message; `outcome`, `offers` and `undo` are whatever was stored. `taken_back`
    counts take-backs; `planned` says that somebody has a plan. `overviewed` is False where it is known that
    its channel has no overview. `rules` is the version of its rules.
    """

    id: int
    key: str
    options: Mapping[str, str]
    challenge: int
    number: int
    tie_break: str | None
    clock: str
    server: int | None
    channel: int
    locale: str
    thread: int | None
    status: str
    plies: int
    turn: int | None
    position: str
    outcome: Mapping[str, object] | None
    resigned: int | None
    retired: tuple[tuple[int, int], ...]
    commitment: str | None
    seed: str | None
    board: tuple[int, int] | None
    created: datetime
    updated: datetime
    timing: TimingRecord
    offers: Mapping[str, object] | None
    taken_back: int
    planned: bool
    players: tuple[PlayerRecord, ...]
    parent: int | None = None
    private: bool = False
    settings: tuple[PersonSettingsRecord | None, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    overviewed: bool = True
    undo: Mapping[str, object] | None = None
    rated: bool = False
    exploring: bool = True
    rules: int = 1
    words: tuple[str, ...] | None = None
    beacon: Mapping[str, object] | None = None
    counting: str | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """The people among the players, by seat."""
        return tuple(player.person for player in self.players if player.person is not None)

    def person_at(self, seat: int | None) -> int | None:
        """Return the person on a seat, None where an engine or nobody sits."""
        return None if seat is None else self.players[seat].person


@dataclass(frozen=True, slots=True)
class PlyRecord:
    """A row of `plies`. `seat` is None for a ply of chance; `automatic` says why no player played it."""

    number: int
    seat: int | None
    text: str
    played: datetime
    automatic: str | None = None


@dataclass(frozen=True, slots=True)
class UndoneRecord:
    """A row of `undone`: a ply that take-back number `taken_back` of its game has taken out of the log."""

    taken_back: int
    number: int
    seat: int | None
    text: str
    undone: datetime


@dataclass(frozen=True, slots=True)
class SubstitutionRecord:
    """A row of `substitutions`. `message` is channel and message; `substitute` who has accepted, when so."""

    id: int
    game: int
    seat: int
    leaver: int
    offered_by: int
    wanted: int | None
    status: str
    plies: int
    made: datetime
    expires: datetime
    substitute: int | None
    settled: datetime | None
    message: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """A row of `imports`; `body` is empty where only what a list says was read."""

    id: int
    key: str
    names: tuple[str, ...]
    expires: datetime
    body: str = ""
