"""The line about a match for a person who missed a notice of it."""

from dataclasses import dataclass
from typing import Protocol

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.words import phrases, results
from bot.chat.core.words.game_names import game_name
from bot.kernel.outbox.notices import Notice
from bot.model.event import DomainEvent
from bot.model.match.match import MatchPosition


class ShownMatches(Protocol):
    """Looks up positions of matches."""

    async def display_position(self, match_id: int, plies: int | None = None) -> MatchPosition:
        """Return a match's position after a number of plies, by default the latest."""


@dataclass(frozen=True, slots=True)
class MissedInMatch:
    """Composes the line about a match for a person who missed a notice of it."""

    matches: ShownMatches

    async def line(self, _: DomainEvent, notice: Notice, context: InteractionContext) -> str:
        """Return the line about the current position: the turn at the time of the notice is outdated."""
        position = await self.matches.display_position(notice.match or 0)
        match, game, t = position.match, position.state.game, context.t
        text = (
            results.result(match, game, position.outcome, t)
            if position.outcome is not None
            else phrases.next_up(match, game, position.state, t, called=match.mover == context.person.id)
        )
        return t("missed.game", game=game_name(match, t), number=match.id, told=text)
