"""The gallery: any position of any game as a picture or in words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, Final

from PIL import Image

from render.animation import gif
from render.animation.pacing import Frame, animated_width, durations, most_animated
from render.board_sheet import SheetBoard, board_sheet, thumbnail
from render.canvas.resources import BoardLookups, Resources
from render.canvas.sheet import Sheet
from render.canvas.single_flight_cache import SingleFlightCache
from render.contract.alt_text import Translate, fit
from render.contract.layout import Layout
from render.contract.painter import GamePainter
from render.contract.scoreboard import Scoreboard
from render.contract.view import NARROWEST, NEUTRAL, Orientation, View
from render.games import PAINTERS
from render.piece_picture import piece_picture
from render.scoreboard import ScoreboardFrame, margins_around, sentences
from rules import State

SHEETS_KEPT: Final = 12
"""The number of cached sheets of boards, which all readers of a language and theme share."""


class Gallery:
    """Draws and describes positions; boards and pieces are cached. Thread-safe.

    Every method raises KeyError for a game without a painter.
    """

    def __init__(
        self, painters: Mapping[str, GamePainter[Any]] = PAINTERS, resources: Resources | None = None
    ) -> None:
        shared = Resources() if resources is None else resources
        self._painters_given, self._shared = painters, shared
        self.lookups: Final = shared.lookups
        # A palette takes half a megabyte once it is used for drawing: board and scoreboard share one.
        own = {key: shared.using(painter.inks) for key, painter in painters.items()}
        self._painters = {key: painter.ready(own[key]) for key, painter in painters.items()}
        self._resources, self._plate_inks = (
            own,
            {key: painter.plate_inks for key, painter in painters.items()},
        )
        self._frames = {
            key: ScoreboardFrame(own[key], painter.plate_inks) for key, painter in painters.items()
        }
        self._sheets: SingleFlightCache[tuple[tuple[SheetBoard, ...], str], bytes] = SingleFlightCache(
            SHEETS_KEPT
        )

    def kept_sheet(self, boards: tuple[SheetBoard, ...], theme: str) -> bytes | None:
        """Return the cached drawing of `sheet`, else None."""
        return self._sheets.peek((boards, theme))

    def thumbnail(self, board: SheetBoard, theme: str, side: int) -> Image.Image:
        """Return a board some moves into a game, at most `side` wide and high, in RGB."""
        return thumbnail(self._with_own_caches().paint, board, theme, side)

    def sheet(self, boards: tuple[SheetBoard, ...], theme: str) -> bytes:
        """Return named boards side by side, as a PNG 800 pixels wide."""
        return self._sheets.get(
            (boards, theme), lambda: board_sheet(self._with_own_caches().paint, boards, theme)
        )

    def _with_own_caches(self) -> "Gallery":
        """Return a gallery with its own caches.

        The small boards of a sheet are drawn once, as the sheet is cached itself; in the shared caches their
        pieces would permanently take eight megabytes.
        """
        return Gallery(self._painters_given, replace(self._shared, boards=1, lookups=BoardLookups()))

    def picture(self, state: State, view: View = NEUTRAL) -> bytes:
        """Return the position as a palette PNG, `view.width` pixels wide."""
        return self._paint(state, view).lines.encode()

    def paint(self, state: State, view: View = NEUTRAL) -> Image.Image:
        """Return the position as a palette image, with its scoreboard if the view requests one."""
        return self._paint(state, view).picture

    def layout(self, state: State, view: View = NEUTRAL) -> Layout:
        """Return the places of the points that moves may name, in the `picture` of this position and view."""
        painter = self._painters[state.game.key]
        bare = painter.layout(state, view)
        if view.scoreboard is None:
            return bare
        margins = margins_around(painter.plates(state, view), view)
        return bare.lowered(margins.above, margins.below)

    def pieces(self, state: State) -> dict[tuple[int, str], bytes]:
        """Return the pieces of each seat by kind, as small PNGs in the default theme.

        Their ground is transparent. The ordinary piece of a seat has the kind "".
        """
        key = state.game.key
        plates, inks = self._painters[key].plates(state, NEUTRAL), self._plate_inks[key]
        return {
            (plate.seat, kind): piece_picture(self._resources[key], figure, NEUTRAL.theme, inks.ground)
            for plate in (*plates.above, *plates.below)
            for kind, figure in plate.pieces or (("", plate.mark),)
        }

    def _paint(self, state: State, view: View, *, animated: bool = False) -> Sheet:
        """Return the picture; unless animated, the plate of the seat to act is marked."""
        turn = None if animated or view.over else state.turn
        painter = self._painters[state.game.key]
        shown, paint = self._scoreboard(state, view), partial(painter.paint, state, view)
        if shown is None:
            return paint()
        frame = self._frames[state.game.key]
        return frame.around(paint, painter.plates(state, view), shown, turn, view)

    def animation(self, frames: Sequence[Frame]) -> bytes:
        """Return the positions of a game as an animated GIF, without marking whose turn it is.

        The width is reduced if the file would have more bytes than `most_animated`. Raises ValueError for no
        frames, or for frames of different sizes.
        """
        if not frames:
            raise ValueError("there is nothing to show")
        most, data = most_animated(len(frames)), self._animate(frames)
        while len(data) > most and frames[0].view.width > NARROWEST:
            width = animated_width(frames[0].view.width, len(data) / most)
            frames = [Frame(frame.state, replace(frame.view, width=width)) for frame in frames]
            data = self._animate(frames)
        return data

    def _animate(self, frames: Sequence[Frame]) -> bytes:
        # Plates that change with every turn would double the file size.
        last = self._paint(frames[-1].state, frames[-1].view, animated=True).picture
        others = (
            self._paint(frame.state, replace(frame.view, still=False), animated=True).picture
            for frame in frames[:-1]
        )
        return gif.encode(zip(chain(others, (last,)), durations(len(frames)), strict=True), last.size)

    def prepare(self, state: State, view: View = NEUTRAL) -> None:
        """Draw and cache shared parts of the position's picture."""
        self.paint(state, view)

    def words(self, state: State, t: Translate, view: View = NEUTRAL) -> str:
        """Return the position in words, at most 1000 characters; the scoreboard comes first."""
        own = self._painters[state.game.key].describe(state, t, view)
        shown = self._scoreboard(state, view)
        if shown is None:
            return fit(own)
        over = view.over or state.outcome is not None
        return fit((*sentences(shown, state.turn, t, over=over), *own))

    def orientation(self, state: State, view: View) -> Orientation:
        return self._painters[state.game.key].orientation(state, view)

    def _scoreboard(self, state: State, view: View) -> Scoreboard | None:
        """Return the view's scoreboard, with the sides' displayed names."""
        shown = view.scoreboard
        if shown is None:
            return None
        if shown.result and state.outcome is not None and not shown.winners:
            shown = replace(shown, winners=state.outcome.winners)
        if self.orientation(state, view) is not Orientation.MIRRORED:
            return shown
        exchanged = zip(shown.players, reversed(shown.players), strict=True)
        return replace(shown, players=tuple(replace(player, side=other.side) for player, other in exchanged))
