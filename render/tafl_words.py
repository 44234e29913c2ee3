"""Positions on boards of squares in words."""

from collections.abc import Iterator, Mapping
from typing import Protocol, cast

from render.sentences import Sentence, by_file, fit, listing, plain, standing
from render.view import Translate, View
from rules import State


class Squares(Protocol):
    """A position on a board of squares: letters of men by point, and the board's size."""

    @property
    def pieces(self) -> Mapping[str, str]:
        """The men by point."""

    @property
    def columns(self) -> int:
        """How many files there are."""

    @property
    def rows(self) -> int:
        """How many ranks there are."""


def describe(state: State, t: Translate, view: View, letters: tuple[str, ...]) -> str:
    """Return the position in words; men are listed in the order of `letters`."""
    return fit(tuple(_sentences(state, t, view, letters)))


def _sentences(state: State, t: Translate, view: View, letters: tuple[str, ...]) -> Iterator[Sentence]:
    board = cast("Squares", state)
    prefix = f"{state.game.key}.words"
    yield plain(t(f"{prefix}.title", columns=board.columns, rows=board.rows))
    winners = state.outcome.winners if state.outcome is not None else ()
    yield standing(t, prefix, state.game.roles(state.players), state.turn, winners)
    if state.last is not None:
        yield plain(t(f"{prefix}.last", move=state.last.text))
    for event in state.events:
        if event.kind in {"capture", "king-captured"}:
            yield listing(t, f"{prefix}.{event.kind}", by_file(event.points))
    if view.chosen:
        yield listing(t, f"{prefix}.chosen", view.chosen)
    pieces = board.pieces
    for letter in letters:
        points = by_file(point for point, man in pieces.items() if man == letter)
        if points:
            yield listing(t, f"{prefix}.men.{letter}", points)
    if view.targets:
        yield listing(t, f"{prefix}.targets", by_file(view.targets))
