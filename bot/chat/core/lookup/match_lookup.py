"""Lookup of the intended match: by number, by the current place, or as the only candidate."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from discord.app_commands import Choice

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.ports import MatchesPort, PeoplePort, ServersPort
from bot.chat.core.words.list_text import title
from bot.model.match.match import Match
from bot.model.refusal import Refusal

NUMBER = re.compile(r"#?([0-9]{1,18})(?:\s.*)?", re.DOTALL)
"""A match number, or the suggestion's label, which some clients send instead."""


Fits = Callable[[Match, int], bool]
"""Returns whether a person can do the requested action in a match."""
MOST: Final = 25


@dataclass(frozen=True, slots=True)
class MatchLookup:
    matches: MatchesPort
    servers: ServersPort
    people: PeoplePort

    async def which_match(
        self,
        context: InteractionContext,
        text: str | None,
        *,
        to_move: bool = False,
    ) -> Match:
        """Return the intended match. Raises Refusal.

        `to_move` prefers matches at the person's turn.
        """
        matches = await self.intended_matches(context, text, to_move=to_move)
        if len(matches) > 1:
            raise Refusal("which-game", games=", ".join(f"{match.id} {match.key}" for match in matches[:10]))
        return matches[0]

    async def intended_matches(
        self,
        context: InteractionContext,
        text: str | None,
        *,
        to_move: bool = False,
    ) -> Sequence[Match]:
        """Return the intended match, or all candidates. Raises Refusal."""
        if text is not None and text.strip():
            return (await self._by_number(context, text),)
        last = await self.matches.latest_at(context.place.channel)
        playing = list(await self.matches.of(context.person.id))
        here = [match for match in playing if match.home == context.place.channel]
        if last is not None and last.thread == context.place.channel and not here:
            return (last,)
        own = here or playing
        if to_move:
            own = [match for match in own if match.mover == context.person.id] or own
        if own:
            return own
        if last is not None:
            return (last,)
        raise Refusal("no-game")

    async def match_of_thread(self, context: InteractionContext) -> Match | None:
        """Return the match that owns the current thread."""
        last = await self.matches.latest_at(context.place.channel)
        return last if last is not None and last.thread == context.place.channel else None

    async def match_with_dice(self, context: InteractionContext, text: str | None) -> Match:
        """Return the match whose dice are requested. Raises Refusal.

        It is the named match, this thread's match if it has dice, or the person's latest finished match with
        dice.
        """
        if text is not None and text.strip():
            return await self._by_number(context, text)
        last = await self.matches.latest_at(context.place.channel)
        if last is not None and last.thread == context.place.channel and last.commitment is not None:
            return last
        rolled = await self.matches.finished_dice_matches(context.person.id, limit=1)
        if not rolled:
            raise Refusal("no-game-with-dice")
        return rolled[0]

    async def recorded_match(self, context: InteractionContext, text: str | None) -> Match:
        """Return the match to show again or to export. Raises Refusal.

        It is the named match, this thread's match, the person's latest finished match, or else the one they
        play.
        """
        if text is not None and text.strip():
            return await self._by_number(context, text)
        last = await self.matches.latest_at(context.place.channel)
        if last is not None and last.thread == context.place.channel:
            return last
        finished = await self.matches.of(context.person.id, running=False, limit=1)
        if finished:
            return finished[0]
        try:
            return await self.which_match(context, None)
        except Refusal as refusal:
            if refusal.reason == "no-game":
                raise Refusal("no-finished-game") from None
            raise

    async def visible(self, context: InteractionContext, match_id: int) -> Match:
        """Return a match that the person plays or can see from here. Raises Refusal.

        A match in a channel hidden from them counts as unknown.
        """
        try:
            match = await self.matches.get(match_id)
        except Refusal as refusal:
            if refusal.reason != "unknown-match":
                raise
            raise Refusal("no-such-game", game=str(match_id)) from None
        if not context.may_see(match):
            raise Refusal("no-such-game", game=str(match_id))
        return match

    async def _by_number(self, context: InteractionContext, text: str) -> Match:
        number = NUMBER.fullmatch(text.strip())
        if number is None:
            raise Refusal("no-such-game", game=text)
        return await self.visible(context, int(number[1]))

    async def match_here(self, context: InteractionContext, text: str) -> Match:
        """Return the match with a number, if it is of this server and visible here. Raises Refusal."""
        number = NUMBER.fullmatch(text.strip())
        match = None if number is None else await self.matches.get(int(number[1]))
        if match is None or not _is_here(match, context):
            raise Refusal("no-such-game", game=text)
        return match

    async def running(self, context: InteractionContext) -> Sequence[Match]:
        """Return the running games on which an admin may act in this channel."""
        channel = context.place.channel
        overview = await self.servers.overview(channel)
        overview_matches = () if overview is None else overview.matches
        matches = (
            *await self.matches.running_at(channel),
            *overview_matches,
            *await self.matches.of(context.person.id),
        )
        here = {match.id: match for match in matches if _is_here(match, context)}
        return tuple(here.values())

    async def finished_visible_matches(self, context: InteractionContext) -> Sequence[Match]:
        """Return the server's latest finished games that are visible here."""
        if context.place.server is None:
            return ()
        matches = await self.matches.finished_matches_in(context.place.server)
        return tuple(match for match in matches if _is_here(match, context))

    async def suggest(
        self, context: InteractionContext, typed: str, *, running: bool = True, fits: Fits | None = None
    ) -> list[Choice[str]]:
        """Return matches that fit the typed text: this channel's running ones, then the person's."""
        here = await self.matches.running_at(context.place.channel) if running else ()
        own = await self.matches.of(context.person.id, running=running)
        candidates = {match.id: match for match in (*here, *own)}.values()
        matches = [match for match in candidates if fits is None or fits(match, context.person.id)]
        names = await self.people.names({player for match in matches for player in match.people})
        labels = [(title(match, context.person.id, names, context.t), str(match.id)) for match in matches]
        query = typed.strip().lstrip("#").lower()
        fitting = [(label, value) for label, value in labels if query in label.lower()]
        return [Choice(name=label, value=value) for label, value in fitting[:MOST]]


def _is_here(match: Match, context: InteractionContext) -> bool:
    """Return whether an admin may act on a match: in a private thread only there, or as a player."""
    of_theirs = match.seat_of(context.person.id) is not None and match.place.server == context.place.server
    return of_theirs or match.is_visible_in(context.place)
