"""Facts of a position of Catch the Hat: hats, scores, seats, the die."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.contract import Event, Move, Outcome
from rules.games.catch_the_hat.endings import counts_hats, golden_holder, scores_of
from rules.games.catch_the_hat.position import CHOOSING, UNROLLED, Layout, write_position
from rules.games.catch_the_hat.setup import Setup
from rules.games.catch_the_hat.table import Ply, Table, letters
from rules.games.catch_the_hat.turns import Reached


class HatFacts:
    """A position without its plies; `HatState` adds them.

    The retired seats and the number of rolls are history: they affect the game but are not in the position
    text, so comparisons ignore them, as they ignore the moves.
    """

    __slots__ = ("_die", "_legal", "_mover", "_plies", "_reached", "_setup", "_table")

    def __init__(self, setup: Setup, table: Table, mover: int, die: int, reached: Reached) -> None:
        self._setup: Final = setup
        self._table: Final = table
        self._mover: Final = mover
        self._die: Final = die
        self._reached: Final = reached
        # Computed on first use.
        self._plies: Mapping[str, Ply] | None = None
        self._legal: tuple[Move, ...] | None = None

    @property
    def options(self) -> Mapping[str, str]:
        return self._setup.options

    @property
    def players(self) -> int:
        """The number of players, including retired ones."""
        return self._setup.players

    @property
    def position(self) -> str:
        """The position as text; of a finished game it names the seat that moved last."""
        return write_position(Layout(self._mover, self._die, self._table), self._setup)

    @property
    def turn(self) -> int | None:
        """The seat to act; None before a roll and when the game is over."""
        return self._mover if self._reached.outcome is None and self._die != UNROLLED else None

    @property
    def mover(self) -> int:
        """The seat whose turn it is, also before its roll; in a finished game the seat that moved last."""
        return self._mover

    @property
    def is_chance(self) -> bool:
        """Whether the die is rolled next."""
        return self._die == UNROLLED and self._reached.outcome is None

    @property
    def outcome(self) -> Outcome | None:
        return self._reached.outcome

    @property
    def events(self) -> tuple[Event, ...]:
        return self._reached.events

    @property
    def last(self) -> Move | None:
        return self._reached.last

    @property
    def die(self) -> int | None:
        """The roll to be moved now, 1 to 6; None before a roll, in the choice after a six and at the end."""
        return self._die if UNROLLED < self._die < CHOOSING else None

    @property
    def may_roll_again(self) -> bool:
        """Whether the seat to act chooses between rolling again and stopping."""
        return self._die == CHOOSING

    @property
    def stacks(self) -> Mapping[str, tuple[str, ...]]:
        """The stacks (letters, top to bottom) by occupied place, homes first."""
        places = self._setup.side.places
        fields = self._table.fields
        return MappingProxyType({places[at]: tuple(map(letters, fields[at])) for at in sorted(fields)})

    @property
    def secured(self) -> Mapping[int, str]:
        """The secured hats by seat; seats without any are omitted."""
        return MappingProxyType(
            {seat: letters(hats) for seat, hats in enumerate(self._table.secured) if hats}
        )

    @property
    def golden_owner(self) -> int | None:
        """The seat whose freed golden hat is still free; None otherwise and in other modes."""
        return self._table.owner

    @property
    def golden_holder(self) -> int | None:
        """The seat that owns the golden hat or carries it as a prisoner (ruling H29)."""
        return golden_holder(self._setup, self._table)

    @property
    def scores(self) -> tuple[int, ...]:
        """The foreign hats of each seat, secured and carried."""
        return scores_of(self._setup, self._table)

    @property
    def score(self) -> tuple[int, ...]:
        """The foreign hats of each seat's party; empty if they do not decide the game."""
        if not counts_hats(self._setup):
            return ()
        hats, of = self.scores, self._setup.parties
        return tuple(sum(hats[seat] for seat, own in enumerate(of) if own == party) for party in of)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the most foreign hats, if those decide the game and there are any."""
        most = max(self.score, default=0)
        return tuple(seat for seat, hats in enumerate(self.score) if hats == most > 0)

    @property
    def retired(self) -> frozenset[int]:
        """The seats that have left the game."""
        return self._reached.retired

    @property
    def rolls(self) -> int:
        """The rolls since the first state, or since the position was read."""
        return self._reached.rolls

    @property
    def corners(self) -> tuple[int, ...]:
        """The corner of each seat."""
        return self._setup.corners

    @property
    def parties(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each party, which win together."""
        of = self._setup.parties
        return tuple(
            tuple(seat for seat, own in enumerate(of) if own == party) for party in dict.fromkeys(of)
        )

    @property
    def side(self) -> str:
        """The side of the board: front or back."""
        return self._setup.side.name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HatFacts):
            return NotImplemented
        return (
            self._table == other._table
            and self._mover == other._mover
            and self._die == other._die
            and self._setup.players == other._setup.players
            and self._setup.choices == other._setup.choices
        )

    def __hash__(self) -> int:
        table = self._table
        return hash((frozenset(table.fields.items()), table.secured, table.owner, self._mover, self._die))

    def __repr__(self) -> str:
        return f"<catch-the-hat {self.position!r}>"
