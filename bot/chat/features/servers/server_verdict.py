"""`/server end` and `/server result`: an admin says how a match of the server comes out, and why."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.admin_command import admitted
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.commands.option_spec import OptionSpec, command_with
from bot.chat.core.interactions import admin_rights
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.words.list_text import title
from bot.play.domain.matches import Match
from bot.play.domain.players import people_among
from bot.play.domain.refusal import Refusal
from rules.contract.capabilities import parties_of

MOST: Final = 25
LONGEST_REASON: Final = 300


@dataclass(frozen=True, slots=True)
class _Verdict:
    """How a match of a server is to come out: `winners` are people, none for a draw, None for no result."""

    match: Match
    winners: tuple[int, ...] | None
    reason: str
    server: int


@dataclass(frozen=True, slots=True)
class _VerdictTexts:
    """The ids of the texts of such a command."""

    name: str
    about: str
    game: str
    winner: str
    draw: str


_Act = Callable[[InteractionContext, _Verdict], Awaitable[str]]
"""Carries a verdict out and returns what is said of that."""
_Find = Callable[[InteractionContext], Awaitable[Sequence[Match]]]
"""Returns the matches that are suggested."""


def end_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command that ends a running match, with a result or without one."""

    async def act(context: InteractionContext, verdict: _Verdict) -> str:
        await app.services.servers.adjudicate(
            context.request, verdict.match.id, verdict.winners, verdict.reason, server=verdict.server
        )
        return context.t("server.ended", number=verdict.match.id)

    texts = _VerdictTexts(
        name="command.server.end",
        about="command.server.end.about",
        game="option.ended.about",
        winner="option.winner.about",
        draw="option.drawn.about",
    )
    return _verdict_command(app, texts, app.lookup.running, act)


def result_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command that gives a finished match another result, or takes it away."""

    async def act(context: InteractionContext, verdict: _Verdict) -> str:
        await app.services.result_corrections.correct(
            context.request, verdict.match.id, verdict.winners, verdict.reason, server=verdict.server
        )
        done = "server.voided" if verdict.winners is None else "server.corrected"
        return context.t(done, number=verdict.match.id)

    texts = _VerdictTexts(
        name="command.server.result",
        about="command.server.result.about",
        game="option.corrected.about",
        winner="option.corrected-winner.about",
        draw="option.corrected-draw.about",
    )
    return _verdict_command(app, texts, app.lookup.finished_here, act)


def _verdict_command(
    app: AppContext, said: _VerdictTexts, find: _Find, act_on: _Act
) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction, given: Any) -> None:  # noqa: ANN401  # options by key
        async def act(context: InteractionContext, server: int) -> None:
            match = await app.lookup.match_here(context, given["game"])
            winner = None if given["winner"] is None else given["winner"].id
            winners = await _winners(app, match, winner, draw=given["draw"] is True)
            verdict = _Verdict(match, winners, given["reason"].strip(), server)
            await context.tell(await act_on(context, verdict))

        await admitted(app, interaction, act)

    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        context = await app.interactions.context_for(interaction)
        if not admin_rights.is_admin(interaction) or context.place.server is None:
            return []
        matches = await find(context)
        names = await app.services.people.names({player for match in matches for player in match.people})
        labels = [(title(match, 0, names, context.t), str(match.id)) for match in matches]
        wanted = typed.strip().lstrip("#").lower()
        return [Choice(name=label[:100], value=value) for label, value in labels if wanted in label.lower()][
            :MOST
        ]

    slots = [
        OptionSpec(
            "game",
            str,
            "",
            localised(texts, "option.game"),
            localised(texts, said.game),
            suggest=suggest,
            required=True,
        ),
        OptionSpec(
            "reason",
            app_commands.Range[str, 1, LONGEST_REASON],
            None,
            localised(texts, "option.reason"),
            localised(texts, "option.reason.about"),
            required=True,
        ),
        OptionSpec(
            "winner",
            discord.User | None,
            None,
            localised(texts, "option.winner"),
            localised(texts, said.winner),
        ),
        OptionSpec(
            "draw",
            bool | None,
            None,
            localised(texts, "option.drawn"),
            localised(texts, said.draw),
        ),
    ]
    return command_with(localised(texts, said.name), localised(texts, said.about), slots, run)


async def _winners(
    app: AppContext, match: Match, winner: int | None, *, draw: bool
) -> tuple[int, ...] | None:
    """Return who wins with `winner`: they and their party; nobody in a `draw`, None for no result at all.

    Raises Refusal: "winner-or-draw".
    """
    if winner is not None and draw:
        raise Refusal("winner-or-draw")
    if winner is None:
        return () if draw else None
    seat = match.seat_of(winner)
    if seat is None:
        return (winner,)
    state = (await app.services.matches.position(match.id, 0)).state
    party = next((seats for seats in parties_of(state) if seat in seats), (seat,))
    return people_among(match.players[one] for one in party)
