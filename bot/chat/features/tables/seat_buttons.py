"""Seats on offer: what happens when they are offered, accepted, declined or withdrawn."""

from collections.abc import Mapping

import discord
from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.chat.features.challenges import card_updates
from bot.chat.features.tables import seat_card
from bot.play.domain.match.permissions import seat_in
from bot.play.domain.people import Person
from bot.play.domain.refusal import Refusal
from bot.play.domain.substitutions import Substitution, SubstitutionStatus


async def ask(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask whether one's own seat is to be offered to anyone."""
    (match_id,) = press.numbers(1)
    match = await app.lookup.visible(context, match_id)
    seat_in(match, context.person.id)
    t = context.t
    page = layouts.page(
        layouts.text(t("seat.ask", game=t(f"{match.key}.name"), number=match.id)),
        layouts.buttons(
            layouts.button(
                t("button.confirm"), custom_ids.write("seat-offer-yes", match.id), ButtonStyle.danger
            ),
            layouts.button(t("button.back"), custom_ids.write("resign-no", match.id)),
        ),
    )
    await context.show(page)


async def offer_to_anyone(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Offer one's own seat to anyone."""
    (match_id,) = press.numbers(1)
    await app.lookup.visible(context, match_id)
    await offer(app, context, match_id, None)


async def offer(
    app: AppContext,
    context: InteractionContext,
    match_id: int,
    wanted: Person | None,
    *,
    server: int | None = None,
) -> None:
    """Offer a seat and say so privately, with the button to withdraw it. Raises Refusal."""
    made = await app.services.substitutions.offer(context.request, match_id, wanted, server=server)
    t = context.t
    if wanted is None:
        said = t("seat.sent", number=match_id)
    else:
        said = t("seat.sent-to", number=match_id, player=phrases.mention(wanted.id))
    row = layouts.buttons(seat_card.withdraw_button(made, t))
    await context.go_on(layouts.note(said, row))


async def accept(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Go on in the place of the player whose seat a card offers."""
    number = await _checked(app, context, press)
    taken = await app.services.substitutions.accept(context.request, number)
    if taken.status is SubstitutionStatus.LAPSED:
        await context.tell(context.t("seat.moved-since"))
    else:
        await _close(app, context, taken)


async def decline(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Decline the seat that a card offers."""
    number = await _checked(app, context, press)
    await _close(app, context, await app.services.substitutions.decline(context.request, number))


async def withdraw(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Offer a seat no more."""
    number = await _checked(app, context, press)
    await _close(app, context, await app.services.substitutions.withdraw(context.request, number))


async def _checked(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> int:
    """Return the number of an offer that the person may see. Raises Refusal."""
    (number,) = press.numbers(1)
    found = await app.services.substitutions.get(number)
    if context.person.id not in {found.wanted, found.leaver, found.offered_by}:
        await app.lookup.visible(context, found.match)
    return number


async def _close(app: AppContext, context: InteractionContext, offer: Substitution) -> None:
    """Say on the card that was pressed what became of it."""
    match = await app.services.matches.get(offer.match)
    await card_updates.close(app, context, seat_card.remark(offer, await app.public(match)))


def person_named(user: discord.User | discord.Member) -> Person:
    """Return the person a seat is offered to. Raises Refusal for bots and those who are not in the server."""
    if user.bot:
        raise Refusal("substitute-bot")
    if not isinstance(user, discord.Member):
        raise Refusal("opponent-away", opponent=user.display_name)
    return Person(user.id, user.display_name, "")


HANDLERS: Mapping[str, Handler] = {
    "seat-offer": ask,
    "seat-offer-yes": offer_to_anyone,
    "seat-accept": accept,
    "seat-decline": decline,
    "seat-withdraw": withdraw,
}
