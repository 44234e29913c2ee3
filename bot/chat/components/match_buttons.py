"""Look at a match and at what belongs to it, or resign it."""

from collections.abc import Mapping

import discord

from bot.chat.interactions import answers
from bot.chat.interactions.handler import Handler, chosen
from bot.chat.panels.board_page import board_page
from bot.chat.panels.more_page import more_page, resign_page
from bot.chat.panels.people import agenda_page
from bot.chat.panels.rules_page import rules_page
from bot.chat.toolkit import custom_ids, layouts
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.chat.toolkit.match_lookup import visible
from bot.play.domain.match.permissions import seat_in
from rules.contract.capabilities import lets_retire


async def board(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show the newest board from the person's own side."""
    (match_id,) = press.numbers(1)
    await visible(app, context, match_id)
    position = await app.services.matches.shown(match_id)
    await answers.show(interaction, *await board_page(app, position, context.person.id, context.t))


async def more(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show what is known of a match and what else can be done."""
    (match_id,) = press.numbers(1)
    await visible(app, context, match_id)
    position = await app.services.matches.shown(match_id)
    await answers.show(interaction, await more_page(app, position, context.person.id, context.t))


async def show_rules(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show the rules of a game, from a match those that hold there."""
    key, _, match = press.rest.partition(":")
    if key not in app.games:
        raise custom_ids.MalformedId(press.rest)
    chosen = None
    if match:
        (match_id,) = custom_ids.Press("rules", match).numbers(1)
        chosen = (await visible(app, context, match_id)).options
    await answers.show(interaction, *await rules_page(app, key, context.t, chosen))


async def open_match(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show the match chosen in the list of games."""
    value = chosen(interaction)
    match_id = custom_ids.Press("open", value).numbers(1)[0]
    await visible(app, context, match_id)
    position = await app.services.matches.shown(match_id)
    await answers.show(interaction, *await board_page(app, position, context.person.id, context.t))


async def resign(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Ask whether to give up."""
    (match_id,) = press.numbers(1)
    await ask_to_resign(app, interaction, context, match_id)


async def ask_to_resign(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, match_id: int
) -> None:
    """Answer with the question whether to give up. Raises Refusal where there is nothing to give up."""
    position = await app.services.matches.shown(match_id)
    seat_in(position.match, context.person.id)
    await answers.show(interaction, resign_page(position, context.t))


async def resign_yes(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Give the match up, or leave it where it goes on without the player."""
    (match_id,) = press.numbers(1)
    await app.services.resignations.resign(context.request, match_id)
    left = lets_retire((await app.services.matches.position(match_id, 0)).state)
    done = context.t("leave.done" if left else "resign.done", number=match_id)
    await answers.turn_page(interaction, layouts.note(done))


async def resign_no(
    _app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Leave the match as it is."""
    await answers.turn_page(interaction, layouts.note(context.t("resign.not")))


async def games(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show the person's own list of games."""
    await answers.show(interaction, await agenda_page.own_page(app, interaction, context))


HANDLERS: Mapping[str, Handler] = {
    "board": board,
    "more": more,
    "rules": show_rules,
    "open": open_match,
    "games": games,
    "resign": resign,
    "resign-yes": resign_yes,
    "resign-no": resign_no,
}
