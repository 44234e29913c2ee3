"""What the witness holds, so that no test has to search for it. Knows nothing of the bot."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

_Thing = TypeVar("_Thing")
FILE = Path(__file__).with_name("manifest.json")


@dataclass(frozen=True, slots=True)
class Someone:
    """A person of the playground; `admin_of` is the server they own."""

    id: int
    name: str
    locale: str
    admin_of: int | None = None


@dataclass(frozen=True, slots=True)
class Control:
    """A button or a menu of a message; a menu has the values it offers."""

    id: str
    label: str = ""
    values: tuple[str, ...] = ()

    @property
    def verb(self) -> str:
        """What the control does, as its id says it."""
        return self.id.split(":")[1]


@dataclass(frozen=True, slots=True)
class Post:
    """A message of the bot with something to press, as it stood; `private_for` is its only reader."""

    channel: int
    message: int
    controls: tuple[Control, ...]
    private_for: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game. `place` is where its newest board stands: thread, channel, direct or nowhere."""

    id: int
    name: str
    key: str
    options: Mapping[str, str]
    players: tuple[int, ...]
    status: str
    plies: int
    turn: int | None
    position: str
    log: tuple[str, ...]
    clock: str
    challenge: int
    server: int | None
    channel: int
    thread: int | None
    place: str
    board: tuple[int, int] | None
    reason: str | None = None
    winners: tuple[int, ...] = ()
    retired: tuple[int, ...] = ()
    claimable: bool = False
    taken_back: int = 0
    undone: int = 0
    automatic: int = 0
    series_number: int | None = None

    @property
    def home(self) -> int:
        """The channel or thread it lives in."""
        return self.channel if self.thread is None else self.thread

    @property
    def mover(self) -> int:
        """The person to move."""
        assert self.turn is not None
        return self.players[self.turn]


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge that did not begin a game, or not yet."""

    id: int
    name: str
    key: str
    status: str
    challenger: int
    opponent: int | None
    channel: int
    message: int | None
    joined: tuple[int, ...] = ()
    invited: tuple[int, ...] = ()
    closed: bool = False
    rematch_of: int | None = None
    counter_to: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that waits for an answer: `by` is a person, `asked` are those whose answer is missing."""

    game: int
    what: str
    by: int
    asked: tuple[int, ...]
    agreed: tuple[int, ...] = ()
    channel: int | None = None
    message: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """The request by which a player's latest ply of a game was played: asked again it changes nothing."""

    game: int
    request: str
    person: int
    move: str
    number: int


@dataclass(frozen=True, slots=True)
class ConditionalMoves:
    """Lines somebody has planned."""

    game: int
    person: int
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Series:
    """A series by the id of its challenge."""

    id: int
    name: str
    games: tuple[int, ...]
    finished: bool
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A notice that was not delivered: of what, to whom (0: in public).

    `arrived` says that its message is in the archive all the same.
    """

    notice: int
    kind: str
    status: str
    audience: int
    due: datetime
    attempts: int
    uncertain: bool
    stream: int
    game: int | None = None
    ply: int | None = None
    arrived: bool = False


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """What somebody wants, where it is not as for everyone, and whether they are away."""

    person: int
    tell: str
    zone: str
    quiet: str | None
    forced: bool
    auto_vacation: bool
    away: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """A private message that was left open for a reason, by a name."""

    name: str
    person: int
    message: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything the two stores hold; `now` is the moment they were made."""

    version: str
    schema: str
    commit: str
    now: datetime
    people: tuple[Someone, ...]
    servers: Mapping[str, int]
    channels: Mapping[str, int]
    games: tuple[Game, ...]
    challenges: tuple[Challenge, ...]
    offers: tuple[Offer, ...]
    played: tuple[Played, ...]
    plans: tuple[ConditionalMoves, ...]
    series: tuple[Series, ...]
    waiting: tuple[Waiting, ...]
    missed: Mapping[str, int]
    habits: tuple[PersonSettings, ...]
    posts: tuple[Post, ...]
    panels: tuple[Panel, ...]
    overviews: Mapping[str, int]
    asleep: tuple[int, ...]
    rows: Mapping[str, int] = field(default_factory=dict)

    def game(self, name: str) -> Game:
        """Return a game by its name."""
        return _only(one for one in self.games if one.name == name)

    def game_by_id(self, number: int) -> Game:
        """Return a game by its number."""
        return _only(one for one in self.games if one.id == number)

    def challenge(self, name: str) -> Challenge:
        """Return a challenge by its name."""
        return _only(one for one in self.challenges if one.name == name)

    def person(self, name: str) -> Someone:
        """Return a person by name."""
        return _only(one for one in self.people if one.name == name)

    def someone(self, number: int) -> Someone:
        """Return a person by id."""
        return _only(one for one in self.people if one.id == number)

    def panel(self, name: str) -> Post:
        """Return a private message by the name it was left open under."""
        return self.post(_only(one for one in self.panels if one.name == name).message)

    def post(self, message: int) -> Post:
        """Return a message by its id."""
        return _only(one for one in self.posts if one.message == message)

    @property
    def running(self) -> tuple[Game, ...]:
        """The games that go on."""
        return tuple(game for game in self.games if game.status == "running")


def _only(found: Iterable[_Thing]) -> _Thing:
    (one,) = found
    return one


def dump(manifest: Manifest) -> str:
    """Return a manifest as text, a line for each thing it holds."""
    lines = []
    for name, value in asdict(manifest).items():
        if isinstance(value, list | tuple) and value:
            items = ",\n".join("  " + _json(item) for item in value)
            lines.append(f" {_json(name)}: [\n{items}\n ]")
        else:
            lines.append(f" {_json(name)}: {_json(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=datetime.isoformat)


def load() -> Manifest:
    """Return the manifest of the witness."""
    shape = json.loads(FILE.read_text(encoding="utf-8"))
    kinds: dict[str, type[Any]] = {
        "people": Someone,
        "games": Game,
        "challenges": Challenge,
        "offers": Offer,
        "played": Played,
        "plans": ConditionalMoves,
        "series": Series,
        "waiting": Waiting,
        "habits": PersonSettings,
        "panels": Panel,
    }
    for name, kind in kinds.items():
        shape[name] = tuple(_read(kind, item) for item in shape[name])
    shape["posts"] = tuple(_read_post(item) for item in shape["posts"])
    shape["asleep"] = tuple(shape["asleep"])
    shape["now"] = datetime.fromisoformat(shape["now"])
    return Manifest(**shape)


def _read(kind: type[Any], shape: dict[str, Any]) -> Any:
    values = {name: _frozen(value) for name, value in shape.items()}
    if "due" in values:
        values["due"] = datetime.fromisoformat(values["due"])
    assert set(values) == {item.name for item in fields(kind)}
    return kind(**values)


def _read_post(shape: dict[str, Any]) -> Post:
    controls = tuple(_read(Control, item) for item in shape["controls"])
    return Post(shape["channel"], shape["message"], controls, shape["private_for"])


def _frozen(value: object) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
