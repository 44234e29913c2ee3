"""Why Fox and Hens refuses a move or a position, said as precisely as a player may know."""

from collections.abc import Sequence
from typing import Final, Protocol

from rules.contract import IllegalMove, InvalidPosition, Move, Outcome
from rules.games.fox_and_hens.board import POINT_INDEX, bits, can_capture
from rules.games.fox_and_hens.setup import FOXES, HENS, Setup
from rules.games.fox_and_hens.text import CLAIM, MUST_CAPTURE, PLACE, REMOVE, Layout, Miss, Reading

_PIECE_NAMES: Final = ("hen", "fox")


class Seen(Protocol):
    """What has to be known of a state to explain a refusal."""

    @property
    def setup(self) -> Setup:
        """What was agreed."""

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
        """What is due."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""

    def is_compelled(self) -> bool:
        """Whether the foxes must capture."""


def game_over() -> IllegalMove:
    """Return the refusal of any move after the end."""
    return IllegalMove("the game is over", "game-over")


def _other_duty(state: Seen) -> IllegalMove | None:
    """Return the refusal of steps and captures while something else comes first."""
    if state.outcome is not None:
        return game_over()
    if state.pending == PLACE:
        return IllegalMove("first the absent fox comes back, as in: place d3", "place-first")
    if state.pending == REMOVE:
        return IllegalMove("first name the fox that is to go, as in: remove c5", "remove-first")
    return None


def _not_own(state: Seen, name: str) -> IllegalMove | None:
    """Return the refusal to move what does not stand on a point or is not the mover's."""
    point = POINT_INDEX[name]
    owner = FOXES if point in state.fox_points else HENS if state.hen_bits >> point & 1 else None
    if owner is None:
        return IllegalMove(f"nobody stands on {name}", "no-piece", point=name)
    if owner != state.mover:
        return IllegalMove(f"the {_PIECE_NAMES[owner]} on {name} is not yours", "not-your-piece", point=name)
    return None


def why_no_step(state: Seen, points: Sequence[str]) -> IllegalMove:
    """Return the refusal of a step between two points of the board."""
    refusal = _other_duty(state) or _not_own(state, points[0])
    if refusal is not None:
        return refusal
    origin, target = points
    step = state.setup.board.steps.get("-".join(points))
    if step is None:
        return IllegalMove(
            f"no line leads straight from {origin} to the next point {target}",
            "not-neighbours",
            origin=origin,
            target=target,
        )
    if (state.hen_bits | bits(state.fox_points)) & step.target_bit:
        return IllegalMove(f"{target} is occupied", "occupied", point=target)
    if state.mover == HENS:
        return IllegalMove(
            "hens only go forward, and from a5, b5, f5 and g5 sideways towards the house", "hens-go-forward"
        )
    return IllegalMove("a fox can capture, so a fox must capture", "must-capture")


def why_no_capture(state: Seen, points: Sequence[str]) -> IllegalMove:
    """Return the refusal of a capture, of points that need not even be on the board."""
    refusal = _other_duty(state)
    if refusal is not None:
        return refusal
    if len(points) < 2 or not all(name in POINT_INDEX for name in points):
        text = "x".join(points)[:40]
        return IllegalMove(f"{text!r} is no move here", "not-a-move", text=text)
    if state.mover == HENS:
        return IllegalMove("hens never capture", "hens-never-capture")
    return _not_own(state, points[0]) or _broken_chain(state, points)


def _broken_chain(state: Seen, points: Sequence[str]) -> IllegalMove:
    """Return where a chain of jumps breaks off, or that it has to go on (rule 5, ruling A12)."""
    fox = POINT_INDEX[points[0]]
    hens, others = state.hen_bits, bits(other for other in state.fox_points if other != fox)
    for name in points[1:]:
        jump = next((jump for jump in state.setup.board.jumps[fox] if jump.target == POINT_INDEX[name]), None)
        if jump is None or not hens & jump.hen_bit or (hens | others) & jump.target_bit:
            origin = next(known for known, point in POINT_INDEX.items() if point == fox)
            return IllegalMove(
                f"no capture leads from {origin} to {name}", "no-capture", origin=origin, target=name
            )
        hens &= ~jump.hen_bit
        fox = jump.target
    return IllegalMove(f"the fox on {points[-1]} must capture further", "chain-goes-on", point=points[-1])


def why_no_word(state: Seen, reading: Reading, possible: Sequence[Move]) -> IllegalMove:
    """Return the refusal of a placing, a removal or a claim; `possible` are the legal ones of that kind."""
    if reading.form == CLAIM:
        return _why_no_claim(state, reading, possible)
    if not possible:
        reason = "nothing-to-place" if reading.form == PLACE else "nothing-to-remove"
        return IllegalMove(f"there is no fox to {reading.form} now", reason)
    name = reading.points[0]
    point = POINT_INDEX[name]
    if reading.form == REMOVE:
        return IllegalMove(f"no fox stands on {name}", "no-fox", point=name)
    if (state.hen_bits | bits(state.fox_points)) >> point & 1:
        return IllegalMove(f"{name} is occupied", "occupied", point=name)
    return IllegalMove(f"{name} is in the hen house, where the fox may not come back", "in-house", point=name)


def _why_no_claim(state: Seen, reading: Reading, possible: Sequence[Move]) -> IllegalMove:
    if not state.setup.has_claims:
        return IllegalMove(
            "captures cannot be missed in this game, so there is nothing to claim", "no-claims"
        )
    if state.mover != HENS or state.pending == PLACE:
        return IllegalMove("only the hens may claim, before they move", "claim-not-now")
    for name in reading.points:
        if POINT_INDEX[name] not in state.fox_points:
            return IllegalMove(f"no fox stands on {name}", "no-fox", point=name)
    if possible and not any(move.path for move in possible):
        return IllegalMove("just say claim here, without a point", "claim-without-point")
    if reading.points:
        return IllegalMove(
            f"the fox on {reading.points[0]} has not missed a capture",
            "claim-unjustified-fox",
            point=reading.points[0],
        )
    return IllegalMove("no fox has missed a capture", "claim-unjustified")


def check_layout(setup: Setup, layout: Layout) -> None:
    """Refuse a position in which what is pending does not fit. Raises InvalidPosition."""
    fits = {
        PLACE: len(layout.foxes) == 1 and layout.mover == setup.return_seat,
        REMOVE: len(layout.foxes) == 2 and layout.mover == FOXES,
        MUST_CAPTURE: layout.mover == FOXES and _any_capture(setup, layout.hens, layout.foxes),
        CLAIM: layout.miss is not None and _fits_claim(setup, layout, layout.miss),
    }
    if not fits.get(layout.pending, True):
        raise InvalidPosition(
            f"{layout.pending!r} cannot be pending in this position",
            "pending-does-not-fit",
            pending=layout.pending,
        )


def _any_capture(setup: Setup, hens: int, foxes: Sequence[int]) -> bool:
    occupied = hens | bits(foxes)
    return any(can_capture(setup.board, fox, hens, occupied) for fox in foxes)


def _fits_claim(setup: Setup, layout: Layout, miss: Miss) -> bool:
    """Tell whether the step can have been the last one, and a capture is there should it be taken back."""
    stepped = any(step.target == miss.target for step in setup.board.fox_steps[miss.origin])
    free = not (layout.hens | bits(layout.foxes)) >> miss.origin & 1
    here = miss.target in layout.foxes and all(fox in layout.foxes for fox in miss.culprits)
    if not (setup.has_claims and layout.mover == HENS and stepped and free and here):
        return False
    before = tuple(miss.origin if fox == miss.target else fox for fox in layout.foxes)
    taken_back = setup.penalty == "takeback" or (setup.both == "takeback" and len(miss.culprits) == 2)
    return not taken_back or _any_capture(setup, layout.hens, before)
