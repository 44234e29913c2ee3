"""The painter of a game: its protocol, and its declaration in a game's folder."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from render.canvas.resources import Resources
from render.canvas.sheet import NO_MARGINS, Margins, Sheet
from render.canvas.themes import ThemeInks
from render.contract.alt_text import Sentence, Translate
from render.contract.layout import Layout
from render.contract.scoreboard import PLAIN_INKS, PlateInks, Plates
from render.contract.view import Orientation, View
from rules import State

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Painter(Protocol[S_contra]):
    """Draws and describes the positions of one game. Thread-safe."""

    def paint(self, state: S_contra, view: View, margins: Margins = NO_MARGINS) -> Sheet:
        """Return the finished board between its empty margins."""

    def layout(self, state: S_contra, view: View) -> Layout:
        """Return the places of the points that moves of the player to act may name, without margins.

        The painter draws from the same table.
        """

    def describe(self, state: S_contra, t: Translate, view: View) -> Sequence[Sentence]:
        """Return the position in words; if there are too many, the last sentences are shortened first."""

    def orientation(self, state: S_contra, view: View) -> Orientation:
        """Return the board's orientation in the view."""

    def plates(self, state: S_contra, view: View) -> Plates:
        """Return the players' name plates, with the viewer's side below."""


@dataclass(frozen=True, slots=True)
class GamePainter(Generic[S]):
    """The painter of the game `key`: the class of the game's states, and the inks of board and plates."""

    key: str
    state: type[S]
    inks: ThemeInks
    make: Callable[[Resources], Painter[S]]
    plate_inks: PlateInks = PLAIN_INKS

    def ready(self, resources: Resources) -> Painter[State]:
        """Return the painter with the game's inks; it raises TypeError for another game's states."""
        return _CheckedPainter(self.state, self.make(resources.using(self.inks)))


class _CheckedPainter(Generic[S]):
    """Accepts any state, and passes states of one class to their painter.

    The gallery holds painters of all games under one type. Only this class distinguishes them.
    """

    def __init__(self, kind: type[S], painter: Painter[S]) -> None:
        self._kind = kind
        self._painter = painter

    def _own(self, state: State) -> S:
        if not isinstance(state, self._kind):
            raise TypeError(f"the painter of {self._kind.__name__} cannot draw a {type(state).__name__}")
        return state

    def paint(self, state: State, view: View, margins: Margins = NO_MARGINS) -> Sheet:
        return self._painter.paint(self._own(state), view, margins)

    def layout(self, state: State, view: View) -> Layout:
        return self._painter.layout(self._own(state), view)

    def describe(self, state: State, t: Translate, view: View) -> Sequence[Sentence]:
        return self._painter.describe(self._own(state), t, view)

    def orientation(self, state: State, view: View) -> Orientation:
        return self._painter.orientation(self._own(state), view)

    def plates(self, state: State, view: View) -> Plates:
        return self._painter.plates(self._own(state), view)
