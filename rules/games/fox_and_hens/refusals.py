"""Refusals of moves and positions in Fox and Hens, as precise as a player may know."""

from collections.abc import Sequence
from typing import Final

from rules.contract import IllegalMove, InvalidPosition, Move, UnjustifiedCall
from rules.games.fox_and_hens.board import POINT_INDEX, can_capture
from rules.games.fox_and_hens.moves import Seen, occupied_points
from rules.games.fox_and_hens.setup import FOXES, HENS, Setup
from rules.games.fox_and_hens.text import CLAIM, MUST_CAPTURE, PLACE, REMOVE, Layout, Miss, Reading
from rules.games.fox_and_hens.vocabulary import PositionRefusals, Refusals
from rules.toolkit.bits import bits
from rules.toolkit.states import game_over

_PIECE_NAMES: Final = ("hen", "fox")


def _other_duty(state: Seen) -> IllegalMove | None:
    """Return the refusal of steps and captures while another duty is pending."""
    if state.outcome is not None:
        return game_over()
    if state.pending == PLACE:
        return IllegalMove("first the absent fox comes back, as in: place d3", Refusals.PLACE_FIRST)
    if state.pending == REMOVE:
        return IllegalMove("first name the fox that is to go, as in: remove c5", Refusals.REMOVE_FIRST)
    return None


def _not_own(state: Seen, name: str) -> IllegalMove | None:
    """Return the refusal of a move from a point that is empty or not the mover's."""
    point = POINT_INDEX[name]
    owner = FOXES if point in state.fox_points else HENS if state.hen_bits >> point & 1 else None
    if owner is None:
        return IllegalMove(f"nobody stands on {name}", Refusals.NO_PIECE, point=name)
    if owner != state.mover:
        return IllegalMove(
            f"the {_PIECE_NAMES[owner]} on {name} is not yours", Refusals.NOT_YOUR_PIECE, point=name
        )
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
            Refusals.NOT_NEIGHBOURS,
            origin=origin,
            target=target,
        )
    if occupied_points(state) & step.target_bit:
        return IllegalMove(f"{target} is occupied", Refusals.OCCUPIED, point=target)
    if state.mover == HENS:
        return IllegalMove(
            "hens only go forward, and from a5, b5, f5 and g5 sideways towards the house",
            Refusals.HENS_GO_FORWARD,
        )
    return IllegalMove("a fox can capture, so a fox must capture", Refusals.MUST_CAPTURE)


def why_no_capture(state: Seen, points: Sequence[str]) -> IllegalMove:
    """Return the refusal of a capture; its points need not be on the board."""
    refusal = _other_duty(state)
    if refusal is not None:
        return refusal
    if len(points) < 2 or not all(name in POINT_INDEX for name in points):
        text = "x".join(points)[:40]
        return IllegalMove(f"{text!r} is not a move here", Refusals.NOT_A_MOVE, text=text)
    if state.mover == HENS:
        return IllegalMove("hens never capture", Refusals.HENS_NEVER_CAPTURE)
    return _not_own(state, points[0]) or _broken_chain(state, points)


def _broken_chain(state: Seen, points: Sequence[str]) -> IllegalMove:
    """Return where a chain of jumps breaks off, or that it must continue (rule 5, ruling A12)."""
    fox = POINT_INDEX[points[0]]
    hens, others = state.hen_bits, bits(other for other in state.fox_points if other != fox)
    for name in points[1:]:
        jump = next((jump for jump in state.setup.board.jumps[fox] if jump.target == POINT_INDEX[name]), None)
        if jump is None or not hens & jump.hen_bit or (hens | others) & jump.target_bit:
            origin = next(known for known, point in POINT_INDEX.items() if point == fox)
            return IllegalMove(
                f"no capture leads from {origin} to {name}", Refusals.NO_CAPTURE, origin=origin, target=name
            )
        hens &= ~jump.hen_bit
        fox = jump.target
    return IllegalMove(
        f"the fox on {points[-1]} must capture further", Refusals.CHAIN_CONTINUES, point=points[-1]
    )


def why_no_word(state: Seen, reading: Reading, possible: Sequence[Move]) -> IllegalMove:
    """Return the refusal of a placement, removal or claim; `possible` are the legal moves of that form."""
    if reading.form == CLAIM:
        return _claim_refusal(state, reading, possible)
    if not possible:
        reason = Refusals.NOTHING_TO_PLACE if reading.form == PLACE else Refusals.NOTHING_TO_REMOVE
        return IllegalMove(f"there is no fox to {reading.form} now", reason)
    name = reading.points[0]
    point = POINT_INDEX[name]
    if reading.form == REMOVE:
        return IllegalMove(f"no fox stands on {name}", Refusals.NO_FOX, point=name)
    if occupied_points(state) >> point & 1:
        return IllegalMove(f"{name} is occupied", Refusals.OCCUPIED, point=name)
    return IllegalMove(
        f"{name} is in the hen house, where the fox may not come back", Refusals.IN_HOUSE, point=name
    )


def _claim_refusal(state: Seen, reading: Reading, possible: Sequence[Move]) -> IllegalMove:
    if not state.setup.has_claims:
        return IllegalMove(
            "captures cannot be missed in this game, so there is nothing to claim", Refusals.NO_CLAIMS
        )
    if state.mover != HENS or state.pending == PLACE:
        return IllegalMove("only the hens may claim, before they move", Refusals.CLAIM_NOT_NOW)
    for name in reading.points:
        if POINT_INDEX[name] not in state.fox_points:
            return IllegalMove(f"no fox stands on {name}", Refusals.NO_FOX, point=name)
    if possible and not any(move.path for move in possible):
        return IllegalMove("just say claim here, without a point", Refusals.CLAIM_WITHOUT_POINT)
    if reading.points:
        return IllegalMove(
            f"the fox on {reading.points[0]} has not missed a capture",
            Refusals.CLAIM_UNJUSTIFIED_FOX,
            point=reading.points[0],
        )
    return UnjustifiedCall("no fox has missed a capture", Refusals.CLAIM_UNJUSTIFIED)


def check_layout(setup: Setup, layout: Layout) -> None:
    """Reject a position with an impossible pending duty. Raises InvalidPosition."""
    fits = {
        PLACE: len(layout.foxes) == 1 and layout.mover == setup.return_seat,
        REMOVE: len(layout.foxes) == 2 and layout.mover == FOXES,
        MUST_CAPTURE: layout.mover == FOXES and _any_capture(setup, layout.hens, layout.foxes),
        CLAIM: layout.miss is not None and _fits_claim(setup, layout, layout.miss),
    }
    if not fits.get(layout.pending, True):
        raise InvalidPosition(
            f"{layout.pending!r} cannot be pending in this position",
            PositionRefusals.PENDING_DOES_NOT_FIT,
            pending=layout.pending,
        )


def _any_capture(setup: Setup, hens: int, foxes: Sequence[int]) -> bool:
    occupied = hens | bits(foxes)
    return any(can_capture(setup.board, fox, hens, occupied) for fox in foxes)


def _fits_claim(setup: Setup, layout: Layout, miss: Miss) -> bool:
    """Return whether the step may have been the last one, and undoing it gives a capture."""
    stepped = any(step.target == miss.target for step in setup.board.fox_steps[miss.origin])
    free = not (layout.hens | bits(layout.foxes)) >> miss.origin & 1
    here = miss.target in layout.foxes and all(fox in layout.foxes for fox in miss.culprits)
    if not (setup.has_claims and layout.mover == HENS and stepped and free and here):
        return False
    before = tuple(miss.origin if fox == miss.target else fox for fox in layout.foxes)
    taken_back = setup.penalty == "takeback" or (setup.both == "takeback" and len(miss.culprits) == 2)
    return not taken_back or _any_capture(setup, layout.hens, before)
