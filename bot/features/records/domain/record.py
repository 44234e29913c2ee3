"""The record of a game: everything needed to replay it, without its players' identities.

docs/record.md describes the file; its fields are the fields of these classes.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, ClassVar, Final

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, ConfigDict, Field

from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.dice_tree import LARGEST
from rules.contract import Outcome

MAX_PLIES: Final = 2000
MAX_NAME_LENGTH: Final = 100
MAX_TEXT_LENGTH: Final = 200
_MAX_VERSIONS: Final = 9999
_MAX_ID: Final = 2**63 - 1
_STRICT: Final = ConfigDict(strict=True, extra="forbid")

_Text = Annotated[str, Field(max_length=MAX_TEXT_LENGTH)]
_Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME_LENGTH)]
_Seat = Annotated[int, Field(ge=0, le=99)]
_Hex64 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_Hash = Annotated[str, Field(pattern="^[0-9a-f]{44}$")]
_Commitment = Annotated[str, Field(pattern="^([0-9a-f]{44}|[0-9a-f]{64})$")]
_Digest = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
_Number = Annotated[str, Field(pattern="^(0|[1-9][0-9]{0,18})$")]
_TIME: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})"
)
_EARLIEST: Final = datetime(1900, 1, 1, tzinfo=UTC)
_LATEST: Final = datetime(9999, 1, 1, tzinfo=UTC)


def _is_written_out(time: object) -> object:
    """Reject times in other formats: a number, or a string of digits, would be parsed as seconds."""
    if not isinstance(time, str) or _TIME.fullmatch(time) is None:
        raise ValueError("a time is written like 2026-11-20T12:00:00Z")
    return time


def _is_within_reason(time: datetime) -> datetime:
    if not _EARLIEST <= time < _LATEST:
        raise ValueError("no game was played then")
    return time


_Time = Annotated[
    AwareDatetime,
    # After the first check the values are Python objects, for which strict mode would refuse strings.
    Field(strict=False),
    BeforeValidator(_is_written_out),
    AfterValidator(_is_within_reason),
]


@dataclass(frozen=True, slots=True)
class RecordedPlayer:
    """The last player of a seat: the id of the role, and a display name."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    role: _Text
    name: _Name


@dataclass(frozen=True, slots=True)
class RecordedPly:
    """A ply: its canonical text, the seat that played it (None for chance), and its time."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    text: _Text
    seat: _Seat | None
    played: _Time


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """The end of the game: the winning seats, none in a draw or without a result, and the reason."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    winners: Annotated[tuple[_Seat, ...], Field(max_length=100)]
    reason: _Text

    @property
    def outcome(self) -> Outcome:
        """The rules' form of the outcome."""
        return Outcome(self.winners, self.reason)


@dataclass(frozen=True, slots=True)
class RecordedLeaf:
    """The number of a seed, from 1, among a tournament's seeds, and its path to their root."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    root: _Hash
    number: Annotated[int, Field(ge=1, le=LARGEST)]
    path: Annotated[tuple[_Hash, ...], Field(max_length=LARGEST.bit_length() - 1)]

    @property
    def leaf(self) -> DiceLeaf:
        """The leaf with its number counted from 0."""
        return DiceLeaf(self.root, self.number - 1, self.path)


@dataclass(frozen=True, slots=True)
class RecordedDice:
    """The inputs of all rolls: the number of the match, the seed, and its commitment (docs/dice.md).

    Current games also have the id of the `message` that opened the match, "0" without one, and the digests of
    players' `words`. Older games have None as `message`: their rolls depend on the seed only. `tournament` is
    the commitment's place below the root that a tournament published.
    """

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    match: Annotated[int, Field(ge=1, le=_MAX_ID)]
    seed: _Hex64
    commitment: _Commitment
    message: _Number | None
    words: Annotated[tuple[_Digest, ...], Field(max_length=100)]
    tournament: RecordedLeaf | None


@dataclass(frozen=True, slots=True)
class Record:
    """A game with all its plies.

    `players` are by seat, `clock` is the text of its clock. `ended` and `result` are None while the game
    runs; so is `dice`, which is also None without chance or if the rolls cannot be checked. `version` is the
    version of the file format, `rules` the version of the rules at the start.
    """

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    version: int

    game: _Text
    options: Mapping[_Text, _Text]
    players: Annotated[tuple[RecordedPlayer, ...], Field(max_length=100)]
    clock: _Text
    begun: _Time
    ended: _Time | None
    plies: Annotated[tuple[RecordedPly, ...], Field(max_length=MAX_PLIES)]
    result: RecordedResult | None
    dice: RecordedDice | None
    rules: Annotated[int, Field(ge=1, le=_MAX_VERSIONS)] = 1

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)
