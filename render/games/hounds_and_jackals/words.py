"""Positions of Hounds and Jackals in words."""

from collections.abc import Iterator

from render.contract.alt_text import Sentence, Translate, listing, plain, standing
from render.contract.view import View
from render.games.hounds_and_jackals.board import GOAL
from rules.games.hounds_and_jackals import HoundsState

_TOLD = ("blocked", "shortcut", "retreat", "shortened")


def hole_name(seat: int, hole: int | str) -> str:
    """Return the spoken name of a hole: the track's letter and two digits."""
    return f"{'AB'[seat]}{int(hole):02}"


def at_home(state: HoundsState) -> tuple[int, int]:
    """Return the number of each pack's pieces in the goal."""
    hounds, jackals = (sum(hole in GOAL for hole in pieces) for pieces in state.pieces)
    return hounds, jackals


def describe(state: HoundsState, t: Translate, view: View) -> tuple[Sentence, ...]:
    """Return the position in words; in a running game it includes the step counts of all pieces."""
    return tuple(_sentences(state, t, view))


def _sentences(state: HoundsState, t: Translate, view: View) -> Iterator[Sentence]:
    prefix = f"{state.game.key}.words"
    roles = state.game.roles(state.players)
    mover = state.mover
    yield plain(t(f"{prefix}.title"))
    winners = state.outcome.winners if state.outcome is not None else ()
    yield from standing(t, prefix, roles, state.turn, winners, view)
    yield from _last(state, t, prefix, 1 - mover)
    if state.attacked:
        yield listing(t, f"{prefix}.attacked", [hole_name(mover, hole) for hole in state.attacked])
    if view.chosen:
        yield listing(t, f"{prefix}.chosen", view.chosen)
    for seat, role in enumerate(roles):
        yield listing(t, f"{prefix}.pieces.{role}", [hole_name(seat, hole) for hole in state.pieces[seat]])
    hounds, jackals = at_home(state)
    if hounds or jackals:
        yield plain(t(f"{prefix}.home", hounds=hounds, jackals=jackals))
    if state.turn is not None:
        counts = [
            (hole_name(seat, hole), steps) for seat in (0, 1) for hole, steps in state.steps(seat).items()
        ]
        yield listing(t, f"{prefix}.steps", [f"{point} {steps}" for point, steps in counts])
    if view.targets:
        yield listing(t, f"{prefix}.targets", view.targets)


def _last(state: HoundsState, t: Translate, prefix: str, seat: int) -> Iterator[Sentence]:
    if state.last is None:
        return
    if not state.last.path:
        yield plain(t(f"{prefix}.passed"))
        return
    start, end = state.last.path
    yield plain(t(f"{prefix}.last", start=hole_name(seat, start), end=hole_name(seat, end)))
    for event in state.events:
        if event.kind in _TOLD:
            yield plain(t(f"{prefix}.{event.kind}", point=hole_name(seat, event.points[0])))
