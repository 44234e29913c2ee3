"""What the store hands out: rows as values, with plain texts where play has kinds of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final, Self


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A row of `players`."""

    id: int
    name: str
    locale: str


@dataclass(frozen=True, slots=True)
class ReadersRecord:
    """The languages of people who read something where they are known, and what is set for their server.

    `chosen` is the language set there and `theme` the theme, None where none is.
    """

    languages: Mapping[int, str]
    chosen: str | None
    theme: str | None


@dataclass(frozen=True, slots=True)
class GuestRecord:
    """A row of `guests`. `joined` is the place in the order of joining, None for one who was only invited."""

    player: int
    invited: bool
    joined: int | None
    party: int | None


@dataclass(frozen=True, slots=True)
class ChallengeRecord:
    """A row of `challenges`, with the server's present language, the first game it led to and its guests.

    `tie_break` is empty where no series is wished for; `guests` are in order of joining, then those invited.
    `left_ready` are people who have left when nobody more could come, and have not come back; `declined` are
    people who were invited and will not come. `terms` counts how often its terms have been changed.
    """

    id: int
    key: str
    options: Mapping[str, str]
    challenger: int
    opponent: int | None
    role: str
    server: int | None
    channel: int
    locale: str
    status: str
    reason: str | None
    accepted_by: int | None
    message: int | None
    created: datetime
    players: int | None
    closed: bool
    tie_break: str | None
    clock: str
    game: int | None
    guests: tuple[GuestRecord, ...]
    rematch_of: int | None
    counter_to: int | None
    parent: int | None = None
    private: bool = False
    expires: datetime | None = None
    left_ready: frozenset[int] = frozenset()
    terms: int = 0
    declined: frozenset[int] = frozenset()
    rated: bool = False
    exploring: bool = True


@dataclass(frozen=True, slots=True)
class BlockRecord:
    """A row of `blocks`: who blocks whom."""

    blocker: int
    blocked: int


@dataclass(frozen=True, slots=True)
class NamePlaceRecord:
    """Where messages may name a person: a channel or thread, or the direct messages to a `reader`.

    `since` is when there was first something to tell of them there; `locale` is the language of the server.
    """

    channel: int | None
    reader: int | None
    server: int | None
    locale: str
    since: datetime


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """What one table holds of a person: its rows, each as a value for each of its columns."""

    name: str
    rows: tuple[Mapping[str, object], ...]


@dataclass(frozen=True, slots=True)
class PersonSettingsRecord:
    """A row of `habits`: a person's preferences, and their vacation as days (start, end, year, automatic)."""

    preferences: Mapping[str, object]
    vacation: tuple[tuple[datetime, datetime, int | None, bool], ...]


@dataclass(frozen=True, slots=True)
class SpeakerRecord:
    """Someone who speaks: their settings, whether they missed something, when they are to be deleted."""

    settings: PersonSettingsRecord | None
    missed: bool
    leaving: datetime | None


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
    number of its ply, in order. `seed` is empty while the game runs.
    `board` is channel and message; `outcome`, `offers` and `undo` are whatever was stored. `taken_back`
    counts take-backs; `planned` says that somebody has a plan. `overviewed` is False where it is known that
    its channel has no overview.
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


@dataclass(frozen=True, slots=True)
class RequestRecord:
    """A row of `requests`: who asked, what was done, to which challenge or game, by which ply.

    `taken_back` is the number of take-backs that the game had seen by then; `made` is known of what was read.
    """

    id: str
    player: int
    action: str
    subject: int
    number: int | None
    taken_back: int | None = None
    made: datetime | None = None


@dataclass(frozen=True, slots=True)
class NewNotice:
    """A notice to be written; `audience` is PUBLIC or a person, `due` None for one to be told at once.

    `request` is what it comes from, where that is not what the transaction comes from.
    """

    kind: str
    stream: int
    audience: int
    game: int | None
    ply: int | None
    data: Mapping[str, object]
    due: datetime | None = None
    request: str | None = None


@dataclass(frozen=True, slots=True)
class NoticeRecord:
    """A row of `notices`."""

    id: int
    kind: str
    stream: int
    audience: int
    game: int | None
    ply: int | None
    data: Mapping[str, object]
    status: str
    attempts: int
    uncertain: bool
    created: datetime
    request: str | None = None
    epoch: int | None = None


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """The message (channel, message) of a notice that still stands."""

    notice: int
    kind: str
    message: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ServerRulesRecord:
    """A row of `server_rules`."""

    channels: tuple[int, ...]
    games: tuple[str, ...]
    clock: str
    threads: bool
    language: str | None = None
    forum: int | None = None
    results: int | None = None
    barred_people: tuple[int, ...] = ()
    barred_roles: tuple[int, ...] = ()
    allowed_people: tuple[int, ...] = ()
    allowed_roles: tuple[int, ...] = ()
    call_role: int | None = None
    theme: str | None = None
    rated: bool | None = None
    exploring: bool | None = None


@dataclass(frozen=True, slots=True)
class WelcomeRecord:
    """How the welcome of a server stands, and since when; None where nothing was decided.

    `common` is when all servers that the bot was in were taken as welcomed, None in a database begun since.
    """

    decided: datetime | None = None
    status: str | None = None
    common: datetime | None = None


@dataclass(frozen=True, slots=True)
class OverviewRecord:
    """A row of `overviews`, with the server's present language."""

    channel: int
    server: int | None
    locale: str
    message: int | None


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """A row of `deeds`."""

    done: datetime
    player: int
    deed: str
    game: int | None
    note: str


@dataclass(frozen=True, slots=True)
class RatingRecord:
    """A row of `ratings`: of a player in a game, as a `role` where it is rated by that, within a scope.

    `rated` is when the latest of its `results` was reached.
    """

    scope: int
    key: str
    role: str
    player: int
    value: float
    deviation: float
    volatility: float
    results: int
    rated: datetime


@dataclass(frozen=True, slots=True)
class RatingChangeRecord:
    """A row of `rating_changes`: what the result of a game, or of the series it ends, did to a rating."""

    game: int
    scope: int
    player: int
    key: str
    role: str
    value_before: float
    deviation_before: float
    value: float
    deviation: float
    ended: datetime


@dataclass(frozen=True, slots=True)
class TallyRecord:
    """How many finished games of one kind ended alike, and how many plies they had together.

    `outcome` is what was stored of each; `players` is the number of seats, `retired` says who left which
    went on without them, and at which ply; `rolls` whether some plies are rolls.
    """

    key: str
    options: Mapping[str, str]
    players: int
    outcome: Mapping[str, object]
    retired: tuple[tuple[int, int], ...]
    rolls: bool
    games: int
    plies: int


@dataclass(frozen=True, slots=True)
class SeatTallyRecord:
    """How many finished games somebody has played on a seat that ended alike."""

    key: str
    players: int
    seat: int
    outcome: Mapping[str, object]
    games: int


@dataclass(frozen=True, slots=True)
class BacklogRecord:
    """How much waits to be done, and since when the oldest of it does."""

    number: int = 0
    oldest: datetime | None = None


@dataclass(frozen=True, slots=True)
class EpochRecord:
    """A row of `epochs`."""

    epoch: int
    backed_up: datetime
    begun: datetime
    last_game: int
    last_challenge: int
    undecided: int


@dataclass(frozen=True, slots=True)
class ProcessRecord:
    """A row of `processes`; `wish` says which shards it is to hold, None where it takes none."""

    id: str
    name: str
    version: str
    started: datetime
    wish: str | None = None


@dataclass(frozen=True, slots=True)
class OthersRecord:
    """The other processes: how many live, and how many requests of all Discord has refused lately."""

    processes: int
    refused: int


@dataclass(frozen=True, slots=True)
class HoldRecord:
    """What Discord wants to be left alone with, for so many seconds from now on."""

    key: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ShardRecord:
    """A row of `shards`: which process holds it, and how many shards there are in all."""

    number: int
    total: int
    holder: str


class JobKind(StrEnum):
    """What a process takes in hand because time has come."""

    GAME = "game"
    CHALLENGE = "challenge"
    SEAT = "seat"
    DELETION = "deletion"
    SERVER = "server"
    IMPORTS = "imports"


SIGNALS: Final = "fernpartie"
"""The channel on which processes signal to each other."""


class Topic(StrEnum):
    """What a process tells the others.

    NOTICES: there are notices that it does not deliver itself. DEADLINE: at a moment there will be something
    to do that it will not do itself. FREED: what was somebody's is anybody's, and what they waited for, too.
    SHARDS: a process has come or gone, or a shard is free. HELD: Discord wants to be left alone with
    something. PERSON: somebody was deleted. MESSAGE: a message reads otherwise than it was posted. MISSED:
    anything may have been said. UNKNOWN: something that a newer version says.
    """

    NOTICES = "notices"
    DEADLINE = "deadline"
    FREED = "freed"
    SHARDS = "shards"
    HELD = "held"
    PERSON = "person"
    MESSAGE = "message"
    MISSED = "missed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that one process tells the others: about a `moment`, or the number of a `subject`."""

    topic: Topic
    subject: int | None = None
    moment: datetime | None = None

    def written(self) -> str:
        """Return it as a line."""
        about = self.subject if self.moment is None else self.moment.isoformat()
        return self.topic.value if about is None else f"{self.topic.value} {about}"

    @classmethod
    def read(cls, line: str) -> Self:
        """Read a line of whatever version."""
        word, _, about = line.partition(" ")
        try:
            topic = Topic(word)
            if topic is Topic.DEADLINE:
                return cls(topic, moment=datetime.fromisoformat(about))
            return cls(topic, int(about) if about else None)
        except ValueError:
            return cls(Topic.UNKNOWN)
