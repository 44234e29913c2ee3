"""Pictures of positions and profiles, rendered to their reader's preferences."""

import io
import struct
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import discord

from bot.chat.core.drawing import Drawing
from bot.locale import Language
from bot.model.match.match import MatchPosition, PlayedPly
from render import (
    THEMES,
    Charts,
    Frame,
    Gallery,
    Layout,
    Orientation,
    ProfileChart,
    ReviewChart,
    SheetBoard,
    TournamentChart,
    Trail,
    View,
)
from rules.contract import State

PICTURE: Final = "board.png"
PUBLIC_THEME: Final = "light"
_PNG_SIZE: Final = slice(16, 24)
"""Where a PNG stores its width and height."""
_HIGHEST: Final = 1.25
_LOOK_BACK: Final = 4
_MORE_THAN_TWO: Final = 3
"""From this many players on, pictures show all moves of a round: people forget them."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A rendered board (PNG), its description, and its orientation for the viewer.

    Pictures of the same message need different names.
    """

    png: bytes
    words: str
    orientation: Orientation = Orientation.NEUTRAL
    name: str = PICTURE

    @property
    def ratio(self) -> float:
        """The ratio of height to width, read from the header; without a header the largest ratio."""
        if len(self.png) < _PNG_SIZE.stop:
            return _HIGHEST
        width, height = struct.unpack(">II", self.png[_PNG_SIZE])
        return float(height / width)

    def file(self) -> discord.File:
        """Return a new upload of the picture."""
        return discord.File(io.BytesIO(self.png), self.name, description=self.words)


ReadLog = Callable[[int, int, int], Awaitable[Sequence[PlayedPly]]]
"""Returns a match's plies after one ply number and up to another."""


async def _no_plies(_match: int, _after: int, _until: int) -> Sequence[PlayedPly]:
    return ()


@dataclass(frozen=True, slots=True)
class Pictures:
    """Renders boards and charts. `log` replays matches; `theme` and `mirrored` are the reader's choices."""

    gallery: Gallery
    drawing: Drawing = field(default_factory=Drawing)
    charts: Charts = field(default_factory=Charts)
    log: ReadLog = _no_plies
    theme: str = PUBLIC_THEME
    mirrored: bool = False

    def with_theme(self, theme: str, *, mirrored: bool = False) -> "Pictures":
        """Return a copy with another theme; `mirrored` applies to personal views if the rulebook has them.

        A theme that no longer exists becomes the public one.
        """
        return replace(self, theme=theme if theme in THEMES else PUBLIC_THEME, mirrored=mirrored)

    def view_for(self, view: View) -> View:
        """Return a view with the reader's preferences."""
        return replace(view, theme=self.theme, mirrored=self.mirrored)

    def words(self, state: State, t: Language, view: View) -> str:
        """Return the description of a state's picture."""
        return self.gallery.words(state, t, view)

    def orientation(self, state: State, view: View) -> Orientation:
        """Return the board's orientation in a view."""
        return self.gallery.orientation(state, view)

    def layout(self, state: State, view: View) -> Layout:
        """Return the positions of the points in a view's picture."""
        return self.gallery.layout(state, self.view_for(view))

    async def picture(self, state: State, t: Language, view: View) -> Picture:
        """Render a state off the event loop, with its description."""
        return await self.redraw(state, t, self.view_for(view))

    async def redraw(self, state: State, t: Language, view: View) -> Picture:
        """Render a view as it is, without the reader's preferences."""
        png = await self.drawing.picture(self.gallery, state, view)
        return Picture(png, self.words(state, t, view), self.orientation(state, view))

    async def animation(self, frames: Sequence[Frame]) -> bytes:
        """Render positions as an animation (GIF)."""
        return await self.drawing.animation(self.gallery, frames)

    async def profile(self, chart: ProfileChart, words: str, favourite: SheetBoard | None = None) -> Picture:
        """Render a profile's chart, with the favourite board, off the event loop; `words` describe it."""
        png = await self.drawing.profile(self.gallery, self.charts, chart, self.theme, favourite)
        return Picture(png, words)

    async def review(self, chart: ReviewChart, words: str) -> Picture:
        """Render a review's chart off the event loop; `words` describe it."""
        return Picture(await self.drawing.review(self.charts, chart, self.theme), words)

    async def standings(self, chart: TournamentChart, words: str) -> Picture:
        """Render a tournament's table or bracket off the event loop; `words` describe it."""
        return Picture(await self.drawing.standings(self.charts, chart, self.theme), words)

    async def sheet(self, boards: tuple[SheetBoard, ...], words: str) -> Picture:
        """Render several boards as one picture off the event loop; `words` describe it."""
        return Picture(await self.drawing.sheet(self.gallery, boards, self.theme), words)

    async def trail(self, position: MatchPosition) -> tuple[str, ...]:
        """Return the latest path if the last ply has none, such as a roll."""
        last, plies = position.state.last, position.match.plies
        if last is None or last.path:
            return ()
        log = await self.log(position.match.id, max(0, plies - _LOOK_BACK), plies)
        return next((ply.move.path for ply in reversed(log) if ply.move and ply.move.path), ())

    async def trails(self, position: MatchPosition, seat: int | None = None) -> tuple[Trail, ...]:
        """Return the earlier moves that a person wants to see besides the very last one.

        With more than two players: each player's last move. With two: the moves since the seat's last choice,
        that is, forced moves and the replies to them.
        """
        players, plies = position.state.players, position.match.plies
        if players < _MORE_THAN_TWO and (seat is None or plies < _MORE_THAN_TWO):
            return ()
        log = await self.log(position.match.id, max(0, plies - _LOOK_BACK * players), plies)
        return _last_of_each(log) if players >= _MORE_THAN_TWO else earlier_trails(_since(log, seat))


def earlier_trails(plies: Iterable[PlayedPly]) -> tuple[Trail, ...]:
    return tuple(_trails(plies))[:-1]


def _since(plies: Sequence[PlayedPly], seat: int | None) -> Sequence[PlayedPly]:
    """Return the plies after a seat's last unforced ply; none if there is no such ply."""
    own = [at for at, ply in enumerate(plies) if ply.seat == seat and ply.automatic is None]
    return plies[own[-1] + 1 :] if own else ()


def _last_of_each(plies: Iterable[PlayedPly]) -> tuple[Trail, ...]:
    """Return each player's last path, the earliest first, without the very last one."""
    last: dict[int, Trail] = {}
    for trail in _trails(plies):
        last.pop(trail.seat, None)
        last[trail.seat] = trail
    return tuple(last.values())[:-1]


def _trails(plies: Iterable[PlayedPly]) -> Iterator[Trail]:
    for ply in plies:
        if ply.seat is not None and ply.move is not None and ply.move.path:
            yield Trail(ply.seat, ply.move.path, ply.state.events)
