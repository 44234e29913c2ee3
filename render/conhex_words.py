"""Positions of ConHex in words, in the colours and directions the reader sees."""

from collections.abc import Iterator, Mapping
from typing import Protocol, cast

from render.sentences import Sentence, by_row, fit, listing, plain, standing
from render.view import Translate, View
from rules import State

COLOURS = ("red", "blue")


class Balls(Protocol):
    """A position of ConHex: seats by node and by cell, and the winning chain."""

    @property
    def balls(self) -> Mapping[str, int]:
        """The seat of the ball on each occupied node."""

    @property
    def cells(self) -> Mapping[str, int]:
        """The owner of each conquered cell."""

    @property
    def chain(self) -> tuple[str, ...]:
        """The cells of the chain that won, or none."""


def colours(view: View) -> tuple[str, str]:
    """Return the colours the seats are shown in: whoever looks for himself is red."""
    red, blue = COLOURS
    return (blue, red) if view.seat == 1 else (red, blue)


def describe(state: State, t: Translate, view: View) -> str:
    """Return the position in words."""
    return fit(tuple(_sentences(state, t, view)))


def _sentences(state: State, t: Translate, view: View) -> Iterator[Sentence]:
    board = cast("Balls", state)
    prefix = f"{state.game.key}.words"
    shown = colours(view)
    yield plain(t(f"{prefix}.title"))
    if view.seat == 1:
        yield plain(t(f"{prefix}.mirrored"))
    winners = state.outcome.winners if state.outcome is not None else ()
    yield standing(t, prefix, shown, state.turn, winners)
    yield from _last(state, t, prefix, shown)
    if board.chain:
        yield listing(t, f"{prefix}.chain", board.chain)
    yield plain(t(f"{prefix}.sides"))
    if view.chosen:
        yield listing(t, f"{prefix}.chosen", view.chosen)
    for kind, owners, order in (("balls", board.balls, by_row), ("cells", board.cells, list)):
        for colour in COLOURS:
            places = order(place for place, seat in owners.items() if shown[seat] == colour)
            if places:
                yield listing(t, f"{prefix}.{kind}.{colour}", places)
    if view.targets:
        yield listing(t, f"{prefix}.targets", by_row(view.targets))


def _last(state: State, t: Translate, prefix: str, shown: tuple[str, str]) -> Iterator[Sentence]:
    """Say what the last ply did."""
    events = {event.kind: event for event in state.events}
    if state.last is None:
        return
    if "swap" in events:
        yield plain(t(f"{prefix}.swap", point=events["swap"].points[0]))
    elif state.last.path:
        mover = shown[cast("Balls", state).balls[state.last.path[-1]]]
        yield plain(t(f"{prefix}.last.{mover}", move=state.last.text))
    if "conquer" in events:
        yield listing(t, f"{prefix}.conquer", events["conquer"].points)
