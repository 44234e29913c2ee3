"""The record of a game: all that is needed to show it again, and nothing that tells who its players are.

docs/record.md describes the file; its fields are those of the values here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pydantic import AwareDatetime, ConfigDict, Field

from rules.contract import Outcome

MOST_PLIES: Final = 2000
LONGEST_NAME: Final = 100
LONGEST_TEXT: Final = 200
_MOST_VERSIONS: Final = 9999
_LARGEST_ID: Final = 2**63 - 1
_STRICT: Final = ConfigDict(strict=True, extra="forbid")

_Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
_Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
_Seat = Annotated[int, Field(ge=0, le=99)]
_Hex64 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


@dataclass(frozen=True, slots=True)
class RecordedPlayer:
    """Who held a seat at the end: the id of the role, and a name to show."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    role: _Text
    name: _Name


@dataclass(frozen=True, slots=True)
class RecordedPly:
    """A ply: its canonical text, the seat that played it (None for chance), and when."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    text: _Text
    seat: _Seat | None
    played: AwareDatetime


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """How the game ended: the seats that have won, none in a draw or without a result, and the reason."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    winners: Annotated[tuple[_Seat, ...], Field(max_length=100)]
    reason: _Text

    @property
    def outcome(self) -> Outcome:
        """The same as the rules say it."""
        return Outcome(self.winners, self.reason)


@dataclass(frozen=True, slots=True)
class RecordedDice:
    """What all rolls follow from: the number of the match, the seed, and its commitment (docs/dice.md)."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    match: Annotated[int, Field(ge=1, le=_LARGEST_ID)]
    seed: _Hex64
    commitment: _Hex64


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played.

    `players` are by seat, `clock` is the text of the clock that was chosen. `ended` and `result` are None
    while the game runs; `dice` as well, and in games that leave nothing to chance. `rules` is the
    version of the rules it was begun under.
    """

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    game: _Text
    options: Mapping[_Text, _Text]
    players: Annotated[tuple[RecordedPlayer, ...], Field(max_length=100)]
    clock: _Text
    begun: AwareDatetime
    ended: AwareDatetime | None
    plies: Annotated[tuple[RecordedPly, ...], Field(max_length=MOST_PLIES)]
    result: RecordedResult | None
    dice: RecordedDice | None
    rules: Annotated[int, Field(ge=1, le=_MOST_VERSIONS)] = 1

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return tuple(player.name for player in self.players)
