"""`/server end` and `/server result`: an admin decides the result of a match, with a reason."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.commands.admin_command import for_admins
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.rights import admin_rights
from bot.chat.core.words.list_text import title
from bot.features.servers.services import ServerServices
from bot.model.match.match import Match
from bot.model.people.players import people_among
from bot.model.refusal import Refusal
from rules.contract.capabilities import parties_of

MOST: Final = 25
MAX_REASON_LENGTH: Final = 300


@dataclass(frozen=True, slots=True)
class _AdminVerdict:
    """An admin's result of a server's match: `winners` are people, none for a draw, None for no result."""

    match: Match
    winners: tuple[int, ...] | None
    reason: str
    server: int


@dataclass(frozen=True, slots=True)
class _VerdictTexts:
    """The text ids of a verdict command."""

    name: str
    game: str
    winner: str
    draw: str


_Act = Callable[[InteractionContext, _AdminVerdict], Awaitable[str]]
"""Carries out a verdict and returns its confirmation."""
_FindMatches = Callable[[InteractionContext], Awaitable[Sequence[Match]]]
"""Returns the suggested matches."""


def end_command(services: ServerServices) -> Command:
    """Return the command that ends a running match, with or without a result."""

    async def act(context: InteractionContext, verdict: _AdminVerdict) -> str:
        await services.servers.adjudicate(
            context.request, verdict.match.id, verdict.winners, verdict.reason, server=verdict.server
        )
        return context.t("server.ended", number=verdict.match.id)

    texts = _VerdictTexts(
        name="command.server.end",
        game="option.ended.about",
        winner="option.winner.about",
        draw="option.drawn.about",
    )
    return _verdict_command(services, texts, services.lookup.running, act)


def result_command(services: ServerServices) -> Command:
    """Return the command that replaces or voids the result of a finished match."""

    async def act(context: InteractionContext, verdict: _AdminVerdict) -> str:
        await services.result_corrections.correct(
            context.request, verdict.match.id, verdict.winners, verdict.reason, server=verdict.server
        )
        text_id = "server.voided" if verdict.winners is None else "server.corrected"
        return context.t(text_id, number=verdict.match.id)

    texts = _VerdictTexts(
        name="command.server.result",
        game="option.corrected.about",
        winner="option.corrected-winner.about",
        draw="option.corrected-draw.about",
    )
    return _verdict_command(services, texts, services.lookup.finished_visible_matches, act)


def _verdict_command(
    services: ServerServices, texts: _VerdictTexts, find: _FindMatches, act_on: _Act
) -> Command:
    async def run(
        context: InteractionContext,
        server: int,
        game: str,
        reason: app_commands.Range[str, 1, MAX_REASON_LENGTH],
        winner: discord.User | None = None,
        draw: bool | None = None,
    ) -> None:
        match = await services.lookup.match_here(context, game)
        person = None if winner is None else winner.id
        winners = await _winners(services, match, person, draw=draw is True)
        await context.reply(await act_on(context, _AdminVerdict(match, winners, reason.strip(), server)))

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        if not admin_rights.is_admin(context.interaction) or context.place.server is None:
            return []
        matches = await find(context)
        names = await services.people.names({player for match in matches for player in match.people})
        labels = [(title(match, 0, names, context.t), str(match.id)) for match in matches]
        query = typed.strip().lstrip("#").lower()
        matching = [(label, value) for label, value in labels if query in label.lower()]
        return [Choice(name=label, value=value) for label, value in matching[:MOST]]

    return command(
        services.interactions,
        texts.name,
        for_admins(services.limitations, run),
        game=CommandOption(about=texts.game, suggest=suggest),
        winner=CommandOption(about=texts.winner),
        draw=CommandOption("option.drawn", texts.draw),
    )


async def _winners(
    services: ServerServices, match: Match, winner: int | None, *, draw: bool
) -> tuple[int, ...] | None:
    """Return the winners with `winner`: their party; empty for a `draw`, None without a result.

    Raises Refusal: "winner-or-draw".
    """
    if winner is not None and draw:
        raise Refusal("winner-or-draw")
    if winner is None:
        return () if draw else None
    seat = match.seat_of(winner)
    if seat is None:
        return (winner,)
    state = (await services.matches.position(match.id, 0)).state
    party = next((seats for seats in parties_of(state) if seat in seats), (seat,))
    return people_among(match.players[seat] for seat in party)
