"""`/resign`, and the other actions on a match."""

from collections.abc import Mapping
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.contributions.more_entries import MoreView
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.parts.matches.match_buttons import practice_next
from bot.features.offers.pages import more_page, resign_page
from bot.features.offers.services import OfferServices
from bot.model.match.permissions import seat_in
from rules.contract.capabilities import lets_retire


async def more(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show a match's details and further actions."""
    (match_id,) = press.numbers(1)
    await services.lookup.visible(context, match_id)
    position = await services.matches.display_position(match_id)
    await context.show(await more_page(services, MoreView(position, context.person.id, context.t)))


async def resign(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask whether to resign."""
    (match_id,) = press.numbers(1)
    await ask_to_resign(services, context, match_id)


async def ask_to_resign(services: OfferServices, context: InteractionContext, match_id: int) -> None:
    """Show the question whether to resign. Raises Refusal if that is impossible."""
    position = await services.matches.display_position(match_id)
    seat_in(position.match, context.person.id)
    await context.show(resign_page(position, context.t))


async def resign_yes(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Resign the match, or leave a match that continues without the player."""
    (match_id,) = press.numbers(1)
    await services.resignations.resign(context.request, match_id)
    position = await services.matches.position(match_id, 0)
    t, leaves = context.t, lets_retire(position.state) and bool(position.match.remaining_people)
    text = t("leave.done" if leaves else "resign.done", number=match_id)
    again = await services.practice.is_offered_in(context.place)
    following = practice_next(position.match, t, again=again) if position.match.is_practice else []
    await context.turn_page(layouts.note(text, *following))


async def resign_no(_services: OfferServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Close the page; the match continues unchanged."""
    await context.turn_page(layouts.note(context.t("resign.not")))


def resign_command(services: OfferServices) -> Command:
    async def run(context: InteractionContext, game: str | None = None) -> None:
        await ask_to_resign(services, context, (await services.lookup.which_match(context, game)).id)

    suggested = CommandOption(suggest=services.lookup.suggest)
    return command(services.interactions, "command.resign", run, game=suggested)


HANDLERS: Mapping[str, HandlerOf[OfferServices]] = {
    "more": more,
    "resign": resign,
    "resign-yes": resign_yes,
    "resign-no": resign_no,
}

COMMANDS: Final = (SlashCommandOf("resign", resign_command, Reach.WITH_BOT, HelpGroup.PLAY.at(70)),)
