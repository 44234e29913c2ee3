"""A dice game for several people, with parties and leaving."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from rules.contract import (
    Event,
    Game,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    Move,
    Option,
    Outcome,
    RulesVersion,
    State,
    Vocabulary,
    check_choices,
)

_ROLLS = (
    (Move("roll:1"), Fraction(1, 2)),
    (Move("roll:2"), Fraction(1, 3)),
    (Move("roll:3"), Fraction(1, 6)),
)
_NO_WORDS = Vocabulary()
_COLOURS = ("red", "green", "blue", "white", "black", "pink")


@dataclass(frozen=True, slots=True)
class GatheringState:
    """Every turn begins with a roll, which the player takes or leaves; after a 3 the same seat rolls again.

    A party wins if it brings the heap to the goal, or if only its players remain.
    """

    gathering: "Gathering"
    options: Mapping[str, str]
    players: int
    total: int = 0
    seat: int = 0
    roll: int = 0
    retired: frozenset[int] = field(default=frozenset())
    last: Move | None = None

    @property
    def game(self) -> Game:
        return self.gathering

    @property
    def parties(self) -> tuple[tuple[int, ...], ...]:
        half = self.players // 2
        if self.options["mode"] == "solo":
            return tuple((seat,) for seat in range(self.players))
        return tuple((seat, seat + half) for seat in range(half))

    @property
    def position(self) -> str:
        return f"{self.total} {self.seat} {self.roll}"

    @property
    def outcome(self) -> Outcome | None:
        if self.total >= int(self.options["goal"]):
            return Outcome(next(party for party in self.parties if self.seat in party), "goal")
        parties = [party for party in self.parties if not self.retired.issuperset(party)]
        return Outcome(parties[0], "alone") if len(parties) == 1 else None

    @property
    def is_chance(self) -> bool:
        return self.outcome is None and not self.roll

    @property
    def turn(self) -> int | None:
        return self.seat if self.roll and not self.outcome else None

    @property
    def events(self) -> tuple[Event, ...]:
        return ()

    def legal_moves(self) -> tuple[Move, ...]:
        return (Move("take"), Move("leave")) if self.turn is not None else ()

    def chances(self) -> tuple[tuple[Move, Fraction], ...]:
        return _ROLLS if self.is_chance else ()

    def parse(self, text: str) -> Move:
        if text not in {"take", "leave"}:
            raise InvalidMove(f"{text!r} is not a move", "not-a-move")
        if self.turn is None:
            raise IllegalMove("not now", "not-now")
        return Move(text)

    def play(self, move: Move) -> State:
        if self.is_chance:
            return replace(self, roll=int(move.text[-1]), last=move)
        total = self.total + (self.roll if move.text == "take" else 0)
        after = replace(self, total=total, roll=0, last=move)
        return after if after.outcome or self.roll == 3 else after._pass_on()

    def retire(self, seat: int) -> State:
        after = replace(self, retired=self.retired | {seat}, last=Move(f"retire {seat}"))
        if after.outcome is not None or seat != self.seat:
            return after
        return replace(after, roll=0)._pass_on()

    def _pass_on(self) -> "GatheringState":
        seats = ((self.seat + step) % self.players for step in range(1, self.players + 1))
        return replace(self, seat=next(seat for seat in seats if seat not in self.retired))


@dataclass(frozen=True, slots=True)
class Gathering:
    key: str = "gathering"
    seats: tuple[int, ...] = (2, 3, 4, 6)
    options: tuple[Option, ...] = (
        Option("goal", ("40", "12"), "40", open_ended=True),
        Option("mode", ("solo", "teams"), "solo"),
    )
    order: int = 0
    vocabulary: Vocabulary = _NO_WORDS
    versions: tuple[RulesVersion, ...] = (RulesVersion(1, "The first rules."),)
    chance: bool = True

    def roles(self, players: int) -> tuple[str, ...]:
        return _COLOURS[:players]

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> State:
        choices = check_choices(self.options, self.seats, options, players)
        if choices.values["mode"] == "teams" and choices.players not in {4, 6}:
            raise InvalidOption("teams need four or six", "players-of-mode")
        return GatheringState(self, choices.values, choices.players)

    def from_position(
        self, text: str, options: Mapping[str, str] | None = None, players: int | None = None
    ) -> State:
        del options, players
        raise InvalidPosition(f"{text!r} is not read here", "unreadable")
