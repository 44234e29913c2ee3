"""Refusals of moves in Hounds and Jackals, as precise as possible."""

from collections.abc import Mapping
from typing import Protocol

from rules.contract import IllegalMove, Move
from rules.games.hounds_and_jackals.board import GUARDED_RETREAT, HOLES, LAST_HOLE, PASS, RETREATS
from rules.games.hounds_and_jackals.obligations import Obligation
from rules.games.hounds_and_jackals.vocabulary import Refusals


class Seen(Protocol):
    """The facts of a state that explain a refusal."""

    @property
    def turn(self) -> int | None:
        """The seat to act."""

    @property
    def pieces(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The holes of the pieces, by seat."""

    @property
    def obligations(self) -> tuple[Obligation, ...]:
        """The obligations of attacks."""

    def steps(self, seat: int) -> Mapping[int, int]:
        """Return the step counts of a seat."""

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves."""


def why_no_move(state: Seen, ends: tuple[int, int] | None) -> IllegalMove:
    """Return the refusal of a move between two numbers, or of a pass, in a running game."""
    if ends is None:
        return IllegalMove("you can move, so you cannot pass", Refusals.NO_PASS)
    for number in ends:
        if number not in HOLES:
            return IllegalMove(f"there is no hole {number}", Refusals.NO_SUCH_HOLE, hole=str(number))
    if state.legal_moves() == (PASS,):
        return IllegalMove("you cannot move any piece: pass", Refusals.MUST_PASS)
    seat = state.turn or 0
    origin, target = ends
    if origin not in state.pieces[seat]:
        return IllegalMove(f"no piece of yours is on {origin}", Refusals.NO_PIECE, hole=str(origin))
    if origin == target:
        return IllegalMove(
            f"the piece on {origin} has to go somewhere else", Refusals.STANDS_STILL, hole=str(origin)
        )
    return (
        _unanswered_attack(state)
        or _occupied_hole(state, seat, target)
        or _no_way_back(state, seat, origin, target)
        or _wrong_count(state, seat, origin)
    )


def _unanswered_attack(state: Seen) -> IllegalMove | None:
    """Return the refusal of a move that does not answer an attack."""
    binding = [duty for duty in state.obligations if duty.moves]
    if not binding:
        return None
    demands = " or ".join(f"{duty.hole} must move {duty.steps}" for duty in binding)
    moves = ", ".join(map(str, state.legal_moves()))
    return IllegalMove(
        f"attacked: {demands}; possible: {moves}",
        Refusals.MUST_ANSWER if len(binding) == 1 else Refusals.MUST_ANSWER_ONE,
        holes=" ".join(str(duty.hole) for duty in binding),
        steps=" ".join(str(duty.steps) for duty in binding),
        moves=moves,
    )


def _occupied_hole(state: Seen, seat: int, target: int) -> IllegalMove | None:
    if target not in state.pieces[seat]:
        return None
    return IllegalMove(f"a piece of yours is on {target} already", Refusals.OCCUPIED, hole=str(target))


def _no_way_back(state: Seen, seat: int, origin: int, target: int) -> IllegalMove | None:
    """Return the refusal of a move backward (rule 4)."""
    if target > origin:
        return None
    if RETREATS.get(origin) != target:
        return IllegalMove("the only ways back are 22-20 and 24-10", Refusals.NO_WAY_BACK)
    steps = state.steps(seat)[origin]
    if steps != 1 or origin != GUARDED_RETREAT:
        return IllegalMove(
            f"only a piece with one step may go back; {origin} has {steps}",
            Refusals.RETREAT_NEEDS_ONE,
            hole=str(origin),
            steps=str(steps),
        )
    return IllegalMove(
        "24-10 needs an enemy piece on holes 1 to 10 of its track", Refusals.RETREAT_NEEDS_ENEMY
    )


def _wrong_count(state: Seen, seat: int, origin: int) -> IllegalMove:
    steps = state.steps(seat)[origin]
    past_the_end = origin + steps > LAST_HOLE
    reason = Refusals.PAST_THE_END if past_the_end else Refusals.WRONG_COUNT
    return IllegalMove(
        f"the piece on {origin} must move exactly {steps}", reason, hole=str(origin), steps=str(steps)
    )
