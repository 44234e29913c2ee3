"""`/substitute`: offer a seat to others; accept, decline or withdraw the offer."""

from collections.abc import Mapping
from typing import Final

import discord
from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.rights import admin_rights
from bot.chat.core.words import phrases
from bot.chat.core.words.game_names import game_name
from bot.features.seats import messages as seat_card
from bot.features.seats.services import SeatServices
from bot.model.match.match import Match
from bot.model.match.permissions import check_seat_may_pass, seat_in
from bot.model.match.substitutions import Substitution, SubstitutionStatus
from bot.model.people.person import Person
from bot.model.people.players import LEVELS
from bot.model.refusal import Refusal


async def ask(services: SeatServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask whether to offer the person's own seat to anyone."""
    (match_id,) = press.numbers(1)
    await _ask(context, await services.lookup.visible(context, match_id))


async def _ask(context: InteractionContext, match: Match) -> None:
    """Ask whether to offer the person's own seat to anyone. Raises Refusal for a person without a seat."""
    seat_in(match, context.person.id)
    check_seat_may_pass(match)
    t = context.t
    page = layouts.page(
        layouts.text(t("seat.ask", game=game_name(match, t), number=match.id)),
        layouts.buttons(
            layouts.button(
                t("button.confirm"), custom_ids.write("seat-offer-yes", match.id), ButtonStyle.danger
            ),
            layouts.button(t("button.back"), custom_ids.write("resign-no", match.id)),
        ),
    )
    await context.show(page)


async def offer_to_anyone(
    services: SeatServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Offer the person's own seat to anyone."""
    (match_id,) = press.numbers(1)
    await services.lookup.visible(context, match_id)
    await offer(services, context, match_id, None)


async def offer(
    services: SeatServices,
    context: InteractionContext,
    match_id: int,
    wanted: Person | None,
    *,
    server: int | None = None,
) -> None:
    """Offer a seat and confirm that privately, with a button to withdraw it. Raises Refusal."""
    offer = await services.substitutions.offer(context.request, match_id, wanted, server=server)
    t = context.t
    if wanted is None:
        text = t("seat.sent", number=match_id)
    else:
        text = t("seat.sent-to", number=match_id, player=phrases.mention(wanted.id))
    row = layouts.buttons(seat_card.withdraw_button(offer, t))
    await context.show_page(layouts.note(text, row))


async def accept(services: SeatServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Take the seat of a card."""
    number = await _check_seat(services, context, press)
    taken = await services.substitutions.accept(context.request, number)
    if taken.status is SubstitutionStatus.LAPSED:
        await context.reply(context.t("seat.moved-since"))
    else:
        await _close(services, context, taken)


async def ask_level(services: SeatServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask the other player for the level of an engine substitute. Raises Refusal."""
    number = await _check_seat(services, context, press)
    offer = await services.substitutions.get(number)
    match = await services.matches.get(offer.match)
    seat_in(match, context.person.id)
    if context.person.id == offer.leaver:
        raise Refusal("seat-not-for-you")
    t = context.t
    levels = [
        layouts.button(phrases.engine(level, t), custom_ids.write("seat-level", number, level))
        for level in LEVELS
    ]
    text = "\n".join([t("seat.engine"), *(f"- {t(f'practice.level.{level}')}" for level in LEVELS)])
    await context.show(layouts.page(layouts.text(text), layouts.buttons(*levels)))


async def seat_engine(services: SeatServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Seat an engine of the button's level in the offered seat. Raises Refusal."""
    number, level = press.numbers(2)
    me = context.interaction.client.user
    if level not in LEVELS or me is None:
        raise custom_ids.MalformedId(press.rest)
    account = Person(me.id, me.display_name, "")
    taken = await services.engine_games.take_seat(context.request, number, account, level)
    lapsed = taken.status is SubstitutionStatus.LAPSED
    text_id = "seat.moved-since" if lapsed else "seat.engine-plays"
    await context.turn_page(layouts.note(context.t(text_id)))


async def decline(services: SeatServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Decline the seat of a card."""
    number = await _check_seat(services, context, press)
    await _close(services, context, await services.substitutions.decline(context.request, number))


async def withdraw(services: SeatServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Withdraw the offer of a seat."""
    number = await _check_seat(services, context, press)
    await _close(services, context, await services.substitutions.withdraw(context.request, number))


async def _check_seat(services: SeatServices, context: InteractionContext, press: custom_ids.Press) -> int:
    """Return the number of an offer that the person may see. Raises Refusal."""
    (number,) = press.numbers(1)
    offer = await services.substitutions.get(number)
    if context.person.id not in {offer.wanted, offer.leaver, offer.offered_by}:
        await services.lookup.visible(context, offer.match)
    return number


async def _close(services: SeatServices, context: InteractionContext, offer: Substitution) -> None:
    """Show on the pressed card how the offer ended."""
    match = await services.matches.get(offer.match)
    await services.pressed.close(context, seat_card.remark(offer, await services.readers.public(match)))


def person_of_user(user: discord.User | discord.Member) -> Person:
    """Return the person to whom a seat is offered.

    Raises Refusal for bots and for outsiders of the server.
    """
    if user.bot:
        raise Refusal("substitute-bot")
    if not isinstance(user, discord.Member):
        raise Refusal("opponent-away", opponent=user.display_name)
    return Person(user.id, user.display_name, "")


def substitute_command(services: SeatServices) -> Command:
    async def run(
        context: InteractionContext,
        to: discord.User | None = None,
        mover: bool = False,
        game: str | None = None,
    ) -> None:
        match = await services.lookup.which_match(context, game)
        await services.lookup.visible(context, match.id)
        server = _as_admin(context, match, mover=mover)
        if to is None and server is None:
            await _ask(context, match)
            return
        wanted = None if to is None else person_of_user(to)
        await offer(services, context, match.id, wanted, server=server)

    suggested = CommandOption(suggest=services.lookup.suggest)
    return command(services.interactions, "command.substitute", run, game=suggested)


def _as_admin(context: InteractionContext, match: Match, *, mover: bool) -> int | None:
    """Return the server whose admin offers the mover's seat, None for the person's own seat.

    An admin who does not play can only mean another player's seat. Raises Refusal if a person who is not an
    admin asks for the `mover`.
    """
    plays = match.seat_of(context.person.id) is not None
    if mover or (not plays and admin_rights.is_admin(context.interaction)):
        return admin_rights.admin_server(context.interaction)
    return None


HANDLERS: Mapping[str, HandlerOf[SeatServices]] = {
    "seat-offer": ask,
    "seat-offer-yes": offer_to_anyone,
    "seat-accept": accept,
    "seat-engine": ask_level,
    "seat-level": seat_engine,
    "seat-decline": decline,
    "seat-withdraw": withdraw,
}

COMMANDS: Final = (SlashCommandOf("substitute", substitute_command, Reach.WITH_BOT, HelpGroup.PLAY.at(80)),)
