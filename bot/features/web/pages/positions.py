"""Positions of matches for the web page, including explored variations, and their drawing."""

import asyncio
from dataclasses import dataclass, replace
from typing import Final

from bot.chat.core.pictures import earlier_trails
from bot.chat.core.words import scoreboards
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.web.pages.reader import Reader
from bot.model.match.match import MatchPosition, PlayedPly
from bot.model.refusal import Refusal
from render import View
from rules.contract import Move, State
from rules.contract.capabilities import calls_of

_LOOK_BACK: Final = 4
"""The plies per player that are searched for the last move in the picture."""
WIDTHS: Final = (480, 800, 1200, 1600)
WIDTH: Final = 800


@dataclass(frozen=True, slots=True)
class PositionRequest:
    """The position of a request: after `ply` plies, and the moves `explored` from there.

    With `preview` the only explored move is the person's own next move in the present position.
    """

    ply: int | None = None
    taken_back: int | None = None
    explored: tuple[str, ...] = ()
    preview: bool = False


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A position of a match after `ply` plies with the moves `explored` applied, and its last plies."""

    position: MatchPosition
    ply: int
    explored: tuple[Move, ...]
    played: tuple[PlayedPly, ...]

    @property
    def state(self) -> State:
        return self.position.state

    @property
    def is_present(self) -> bool:
        """Whether this is the present position of the match."""
        return self.ply == self.position.match.plies and not self.explored

    @property
    def is_over(self) -> bool:
        """Whether the game has ended in the position."""
        if self.explored:
            return self.state.outcome is not None
        ended = self.is_present and self.position.match.outcome is not None
        return ended or self.state.outcome is not None

    @property
    def last(self) -> tuple[str, ...]:
        """The points of the last move of a player."""
        if self.explored:
            return next((move.path for move in reversed(self.explored) if move.path), ())
        return next((ply.move.path for ply in reversed(self.played) if ply.move and ply.move.path), ())


class Positions:
    """Finds positions of matches."""

    def __init__(self, matches: MatchQueries) -> None:
        self._matches = matches

    async def display_position(
        self, match_id: int, seat: int | None, selection: PositionRequest
    ) -> ShownPosition:
        """Return a position of a match, with the explored moves applied.

        Raises Refusal: "unknown-match", "unknown-ply"; with explored moves also "exploring-forbidden",
        "exploring-outdated" and "web-not-here"; for a preview "position-changed" and "not-your-turn". Raises
        RulesError for illegal explored moves, and CannotReplay if the rules do not reach their start.
        """
        position = await self._position(match_id, seat, selection)
        match = position.match
        ply = match.plies if selection.ply is None else selection.ply
        since = max(0, ply - _LOOK_BACK * len(match.players))
        plies = await self._matches.plies(match_id, since, ply)
        if not selection.explored:
            return ShownPosition(position, ply, (), plies)
        # In a thread: a long variation on a large board takes a while.
        state, explored = await asyncio.to_thread(_walk, position.state, selection)
        return ShownPosition(replace(position, state=state), ply, explored, plies)

    async def _position(self, match_id: int, seat: int | None, selection: PositionRequest) -> MatchPosition:
        if not selection.explored:
            return await self._matches.display_position(match_id, selection.ply)
        if not selection.preview:
            now = await self._matches.get(match_id)
            taken_back = now.taken_back if selection.taken_back is None else selection.taken_back
            ply = now.plies if selection.ply is None else selection.ply
            return await self._matches.position_after(match_id, ply, taken_back)
        position = await self._matches.position(match_id)
        match = position.match
        if (selection.ply, selection.taken_back) != (match.plies, match.taken_back):
            raise Refusal("position-changed")
        if match.turn is None or match.turn != seat or len(selection.explored) != 1:
            raise Refusal("not-your-turn", match=str(match_id))
        return position


def following(state: State, *, calls: bool) -> tuple[Move, ...]:
    """Return the plies that can be explored from a state: moves, or the results of chance.

    `calls` also allows the moves that are calls.
    """
    if state.outcome is not None:
        return ()
    if state.is_chance:
        return tuple(move for move, _ in state.chances())
    barred = () if calls else calls_of(state)
    return tuple(move for move in state.legal_moves() if move.action not in barred)


def _walk(state: State, selection: PositionRequest) -> tuple[State, tuple[Move, ...]]:
    """Return the state after the explored moves, and these moves."""
    explored = list[Move]()
    for text in selection.explored:
        move = _read_move(state, text, calls=selection.preview)
        state = state.play(move)
        explored.append(move)
    return state, tuple(explored)


def _read_move(state: State, text: str, *, calls: bool) -> Move:
    next_move = next((move for move in following(state, calls=calls) if move.text == text), None)
    if next_move is not None:
        return next_move
    # The rules report the error.
    state.parse(text)
    raise Refusal("web-not-here")


def view_of(shown_position: ShownPosition, reader: Reader, side: int | None, width: int = WIDTH) -> View:
    """Return the view of a position for a reader, from a side."""
    position, t = shown_position.position, reader.t
    number = shown_position.ply + len(shown_position.explored)
    outcome = None if shown_position.explored else position.outcome if shown_position.is_over else None
    scoreboard = scoreboards.scoreboard(position, number, t, outcome)
    if shown_position.explored:
        # A variation of as many plies as the match is not its present position.
        scoreboard = replace(scoreboard, deadline="")
    view = View(
        seat=side,
        width=width,
        trail=shown_position.last,
        trails=() if shown_position.explored else earlier_trails(shown_position.played),
        over=shown_position.is_over,
        scoreboard=scoreboard,
    )
    return reader.pictures.view_for(view)
