"""Positions of Fox and Hens in words. A missed capture is not among them: the hens have to find it."""

from collections.abc import Iterator, Sequence
from typing import Protocol, cast

from render.sentences import Sentence, by_file, fit, listing, plain, standing
from render.view import Translate, View
from rules import State

_TOLD = ("capture", "fox-removed", "fox-returned", "takeback")


class Yard(Protocol):
    """A position of Fox and Hens: the points of the animals, and how many foxes are off the board."""

    @property
    def hens(self) -> Sequence[str]:
        """The points of the hens."""

    @property
    def foxes(self) -> Sequence[str]:
        """The points of the foxes on the board."""

    @property
    def off(self) -> int:
        """How many foxes are off the board."""


def describe(state: State, t: Translate, view: View) -> str:
    """Return the position in words."""
    return fit(tuple(_sentences(state, t, view)))


def _sentences(state: State, t: Translate, view: View) -> Iterator[Sentence]:
    yard = cast("Yard", state)
    prefix = f"{state.game.key}.words"
    yield plain(t(f"{prefix}.title"))
    if view.seat == 1:
        yield plain(t(f"{prefix}.turned"))
    winners = state.outcome.winners if state.outcome is not None else ()
    yield standing(t, prefix, state.game.roles(state.players), state.turn, winners)
    if state.last is not None:
        yield plain(t(f"{prefix}.last", move=state.last.text))
    for event in state.events:
        if event.kind in _TOLD:
            yield listing(t, f"{prefix}.{event.kind}", event.points)
    if view.chosen:
        yield listing(t, f"{prefix}.chosen", view.chosen)
    if yard.foxes:
        yield listing(t, f"{prefix}.foxes", by_file(yard.foxes))
    if yard.off:
        yield plain(t(f"{prefix}.off", n=yard.off))
    yield listing(t, f"{prefix}.hens", by_file(yard.hens))
    if view.targets:
        yield listing(t, f"{prefix}.targets", by_file(view.targets))
