"""Positions of Hounds and Jackals in words."""

from collections.abc import Iterator, Mapping
from typing import Protocol, cast

from render.sentences import Sentence, fit, listing, plain, standing
from render.view import Translate, View
from rules import State

_TOLD = ("blocked", "shortcut", "retreat", "shortened")


class Tracks(Protocol):
    """A position of Hounds and Jackals: pieces, attacked pieces and step counts, by hole."""

    @property
    def pieces(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The holes of the pieces by seat."""

    @property
    def attacked(self) -> tuple[int, ...]:
        """The holes of the attacked pieces of the side that acts next."""

    def steps(self, seat: int) -> Mapping[int, int]:
        """Return the step count of each piece of a seat by its hole."""


def named(seat: int, hole: int | str) -> str:
    """Return the name of a hole as it is spoken of: the track's letter and two figures."""
    return f"{'AB'[seat]}{int(hole):02}"


def next_seat(state: State) -> int:
    """Return the seat that acts next, or would if the game went on."""
    return int("turn jackals" in state.position)


def describe(state: State, t: Translate, view: View) -> str:
    """Return the position in words; step counts of his pieces for the seat that looks."""
    return fit(tuple(_sentences(state, t, view)))


def _sentences(state: State, t: Translate, view: View) -> Iterator[Sentence]:
    board = cast("Tracks", state)
    prefix = f"{state.game.key}.words"
    roles = state.game.roles(state.players)
    mover = next_seat(state)
    yield plain(t(f"{prefix}.title"))
    winners = state.outcome.winners if state.outcome is not None else ()
    yield standing(t, prefix, roles, state.turn, winners)
    yield from _last(state, t, prefix, 1 - mover)
    if board.attacked:
        yield listing(t, f"{prefix}.attacked", [named(mover, hole) for hole in board.attacked])
    if view.chosen:
        yield listing(t, f"{prefix}.chosen", view.chosen)
    for seat, role in enumerate(roles):
        yield listing(t, f"{prefix}.pieces.{role}", [named(seat, hole) for hole in board.pieces[seat]])
    if view.seat is not None:
        counts = board.steps(view.seat).items()
        yield listing(t, f"{prefix}.steps", [f"{named(view.seat, hole)} {steps}" for hole, steps in counts])
    if view.targets:
        yield listing(t, f"{prefix}.targets", view.targets)


def _last(state: State, t: Translate, prefix: str, seat: int) -> Iterator[Sentence]:
    if state.last is None:
        return
    if not state.last.path:
        yield plain(t(f"{prefix}.passed"))
        return
    start, end = state.last.path
    yield plain(t(f"{prefix}.last", start=named(seat, start), end=named(seat, end)))
    for event in state.events:
        if event.kind in _TOLD:
            yield plain(t(f"{prefix}.{event.kind}", point=named(seat, event.points[0])))
