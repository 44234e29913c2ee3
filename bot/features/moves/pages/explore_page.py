"""The private page for exploring moves from a position of a match, with buttons to play or save a line."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Pictures
from bot.chat.parts.moves.line_page import TriedLine, line_page
from bot.features.engines.service.proved_results import ProvedResults
from bot.features.engines.service.proved_text import result_text
from bot.features.moves.pages.line_exits import exits
from bot.locale import Language
from bot.model.match.match import MatchPosition


@dataclass(frozen=True, slots=True)
class _ExploreExtras:
    start: MatchPosition
    ply: int
    person: int
    t: Language
    keeps: bool
    proved_results: ProvedResults | None

    async def remarks(self, line: TriedLine) -> Sequence[str]:
        """Return the result of a solved position."""
        if self.proved_results is None:
            return ()
        match, moves = self.start.match, [str(move) for move in line.plies]
        facts = await self.proved_results.explore(self.person, match, self.ply, moves, line.state)
        return () if facts is None else (result_text(match, line.state, facts, self.t),)

    def buttons(self, line: TriedLine) -> Sequence[layouts.Button]:
        """Return the buttons that play, plan or save the line, or show the saved lines."""
        if line.chooses:
            return ()
        match, t = self.start.match, self.t
        row = exits(self.start, self.ply, self.person, line.plies, t)
        if line.plies:
            token = position_token.of(self.ply, match.taken_back)
            keep = custom_ids.write("line-keep", match.id, token, line.text)
            row.append(layouts.button(t("button.keep-line"), keep))
        elif self.keeps:
            row.append(layouts.button(t("button.kept-lines"), custom_ids.write("lines", match.id)))
        return row


async def explore_page(
    pictures: Pictures,
    start: MatchPosition,
    ply: int,
    text: str,
    person: int,
    t: Language,
    *,
    keeps: bool = False,
    proved: ProvedResults | None = None,
) -> layouts.Page:
    """Return the page of an explored line from the position after a ply of a match.

    `keeps`: the reader has saved lines of the match. `proved` finds the result of a solved position.

    Raises MalformedId for a text that describes no line there.
    """
    extras = _ExploreExtras(start, ply, person, t, keeps, proved)
    return await line_page(pictures, start, ply, text, person, t, extras=extras)
