"""`/rematch`: play a finished game again, sides swapped."""

from collections.abc import Mapping
from typing import Final

from discord.app_commands import Choice

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.chat.core.words.game_names import game_name
from bot.features.challenges.messages import card_updates
from bot.features.challenges.services import ChallengeServices
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.match.match import Match, MatchStatus
from bot.model.match.permissions import seat_of_player
from bot.model.refusal import Refusal


async def rematch(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask for a rematch, or accept the other player's."""
    (match_id,) = press.numbers(1)
    await services.lookup.visible(context, match_id)
    await ask(services, context, match_id)


async def ask(services: ChallengeServices, context: InteractionContext, match_id: int) -> None:
    """Ask for a rematch of a match and report privately. Raises Refusal."""
    match = await services.matches.get(match_id)
    with rules_of(match.key):
        rematch = services.rematches.rematch(context.request, match_id)
        challenge = await card_updates.accept_or_ask(services, context, rematch)
    if challenge is None:
        return
    row = []
    if challenge.status is ChallengeStatus.OPEN and challenge.challenger == context.person.id:
        row.append(layouts.button(context.t("button.withdraw"), custom_ids.write("withdraw", challenge.id)))
    body = layouts.text(_rematch_text(challenge, context))
    await context.show(layouts.page(body, *([layouts.buttons(*row)] if row else [])))


async def finished_match(services: ChallengeServices, context: InteractionContext, text: str | None) -> Match:
    """Return the match for a rematch: the named one, the latest one here, or the person's latest.

    Raises Refusal.
    """
    if text is not None and text.strip():
        return await services.lookup.which_match(context, text)
    match = await services.matches.latest_at(context.place.channel)
    if (
        match is not None
        and match.status is MatchStatus.FINISHED
        and match.seat_of(context.person.id) is not None
    ):
        return match
    matches = await services.matches.of(context.person.id, running=False)
    finished = [match for match in matches if not match.is_practice]
    if not finished:
        raise Refusal("no-finished-game")
    seat_of_player(finished[0], context.person.id)
    return finished[0]


def _rematch_text(challenge: Challenge, context: InteractionContext) -> str:
    t, game = context.t, game_name(challenge.terms, context.t)
    if challenge.status is ChallengeStatus.ACCEPTED:
        return t("rematch.begins", game=game, number=challenge.match)
    if challenge.challenger != context.person.id:
        return t("rematch.joined", host=phrases.mention(challenge.challenger), game=game)
    return t("rematch.asked", game=game, where=f"<#{challenge.place.channel}>")


def rematch_command(services: ChallengeServices) -> Command:
    async def run(context: InteractionContext, game: str | None = None) -> None:
        await ask(services, context, (await finished_match(services, context, game)).id)

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        return await services.lookup.suggest(
            context, typed, running=False, fits=lambda match, _: not match.is_practice
        )

    game = CommandOption(about="option.game.finished", suggest=suggest)
    return command(services.interactions, "command.rematch", run, game=game)


HANDLERS: Mapping[str, HandlerOf[ChallengeServices]] = {"rematch": rematch}

COMMANDS: Final = (SlashCommandOf("rematch", rematch_command, Reach.WITH_BOT, HelpGroup.BEGIN.at(40)),)
