"""The legal moves of Fox and Hens (rules 2-7, rulings A7, A11, A12, A16)."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from rules.contract import Move, Outcome
from rules.games.fox_and_hens.board import POINT_INDEX, Step, can_capture, chains
from rules.games.fox_and_hens.setup import FOXES, HENS, Setup
from rules.games.fox_and_hens.text import (
    BARE_CLAIM,
    CLAIMS,
    MUST_CAPTURE,
    NOTHING,
    PLACE,
    PLACINGS,
    REMOVALS,
    REMOVE,
    Miss,
)
from rules.toolkit.bits import bits, members


class Seen(Protocol):
    """The facts of a state that determine its moves."""

    @property
    def setup(self) -> Setup:
        """The terms of the game."""

    @property
    def hen_bits(self) -> int:
        """The hens."""

    @property
    def fox_points(self) -> tuple[int, ...]:
        """The foxes."""

    @property
    def mover(self) -> int:
        """The seat to act."""

    @property
    def pending(self) -> str:
        """The pending duty."""

    @property
    def miss(self) -> Miss | None:
        """The missed capture, while it can be claimed."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""


def occupied_points(state: Seen) -> int:
    return state.hen_bits | bits(state.fox_points)


def legal_moves(state: Seen) -> tuple[Move, ...]:
    """Return the legal moves: the hens' by line, then the claim; the foxes' fox by fox."""
    if state.outcome is not None:
        return ()
    if state.pending in {PLACE, REMOVE}:
        return words(state)
    if state.mover == FOXES:
        return tuple(_fox_moves(state))
    hens, taken = state.hen_bits, occupied_points(state)
    steps = [
        step.move
        for step in state.setup.board.hen_steps
        if hens & step.origin_bit and not taken & step.target_bit
    ]
    return (*steps, *words(state))


def words(state: Seen) -> tuple[Move, ...]:
    """Return the moves of a pending duty, besides steps and captures."""
    if state.pending == PLACE:
        free = state.setup.return_zone & ~occupied_points(state)
        return tuple(PLACINGS[point] for point in members(free))
    if state.pending == REMOVE:
        return tuple(REMOVALS[fox] for fox in state.fox_points)
    if state.miss is None:
        return ()
    if _names_culprit(state.setup, state.miss):
        return tuple(CLAIMS[fox] for fox in state.miss.culprits)
    return (BARE_CLAIM,)


def _names_culprit(setup: Setup, miss: Miss) -> bool:
    """Return whether a claim must name the fox."""
    alone = len(miss.culprits) == 1
    return setup.penalty == "remove-fox" and (alone or setup.both == "hens-choose")


def expects(state: Seen, word: str) -> bool:
    """Return whether a ply of this form is pending (ruling A16: a claim is optional)."""
    return state.outcome is None and word != NOTHING and word == state.pending


def is_compelled(state: Seen) -> bool:
    """Return whether the foxes must capture (rule 5, option `missed_capture`)."""
    if state.setup.has_claims and state.pending != MUST_CAPTURE:
        return False
    taken = occupied_points(state)
    return any(can_capture(state.setup.board, fox, state.hen_bits, taken) for fox in state.fox_points)


def _fox_moves(state: Seen) -> Iterator[Move]:
    hens, taken, ground = state.hen_bits, occupied_points(state), state.setup.board
    compelled = is_compelled(state)
    for fox in state.fox_points:
        if not compelled:
            for step in ground.fox_steps[fox]:
                if not taken & step.target_bit:
                    yield step.move
        if can_capture(ground, fox, hens, taken):
            yield from chains(ground, fox, hens, taken)


def allows_step(state: Seen, step: Step) -> bool:
    if state.outcome is not None or state.pending in {PLACE, REMOVE}:
        return False
    if occupied_points(state) & step.target_bit:
        return False
    if state.mover == HENS:
        return bool(state.hen_bits & step.origin_bit) and step.move.text in state.setup.board.hen_texts
    return step.origin in state.fox_points and not is_compelled(state)


def captured_by(state: Seen, points: Iterable[str]) -> tuple[int, ...]:
    """Return the hens taken by a complete capture over these landing points; () if it is illegal."""
    way = [POINT_INDEX.get(name, -1) for name in points]
    due = state.outcome is None and state.mover == FOXES and state.pending in {NOTHING, MUST_CAPTURE}
    if not due or not way or way[0] not in state.fox_points:
        return ()
    fox, ground = way[0], state.setup.board
    hens, others = state.hen_bits, occupied_points(state) & ~(1 << fox)
    taken: list[int] = []
    for target in way[1:]:
        jump = next((jump for jump in ground.jumps[fox] if jump.target == target), None)
        if jump is None or not hens & jump.hen_bit or others & jump.target_bit:
            return ()
        taken.append(jump.hen_bit.bit_length() - 1)
        hens, others = hens & ~jump.hen_bit, others & ~jump.hen_bit
        fox = target
    return () if can_capture(ground, fox, hens, others) else tuple(taken)
