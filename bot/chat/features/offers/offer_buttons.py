"""Offers between players: how they look, and what happens when they are made, answered or withdrawn."""

from collections.abc import Mapping

import discord
from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.features.challenges import card_updates
from bot.chat.features.offers import offer_messages
from bot.locale import Language
from bot.play.domain.events import OfferFate
from bot.play.domain.match.offer_rules import OfferKind
from bot.play.domain.match.permissions import seat_in
from bot.play.domain.matches import Match, Offer
from bot.play.domain.refusal import Refusal


async def offer(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Make an offer; where it ends the game, ask first."""
    (match_id,) = press.numbers(1)
    await make(app, context, await app.lookup.visible(context, match_id), _kind(press.after(1)))


async def make(
    app: AppContext,
    context: InteractionContext,
    match: Match,
    what: OfferKind,
) -> None:
    """Make an offer and say privately what came of it; an abort is asked about first. Raises Refusal."""
    if what is OfferKind.ABORT:
        seat_in(match, context.person.id)
        await context.show(_abort_page(match, context.t))
        return
    await context.tell(await _made(app, context, match.id, what))


async def abort(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Abort the game, or offer it to those who have played already."""
    (match_id,) = press.numbers(1)
    await app.lookup.visible(context, match_id)
    said = await _made(app, context, match_id, OfferKind.ABORT)
    await context.turn_page(layouts.note(said))


async def accept(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Accept the offer of a message."""
    match, offered = await _offered(app, context, press)
    await answer(app, context, match, offered.what, accepts=True)


async def decline(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Decline the offer of a message."""
    match, offered = await _offered(app, context, press)
    await answer(app, context, match, offered.what, accepts=False)


async def withdraw(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Withdraw the offer of a message."""
    match, offered = await _offered(app, context, press)
    if match.seat_of(context.person.id) != offered.by:
        raise Refusal("not-your-offer")
    await take_back(app, context, match, offered.what)


async def answer(
    app: AppContext,
    context: InteractionContext,
    match: Match,
    what: OfferKind,
    *,
    accepts: bool,
) -> None:
    """Answer another player's offer and say what came of it. Raises Refusal."""
    after = await app.services.offers.answer(context.request, match.id, what, accepts)
    waits = any(offer.what is what for offer in after.offers)
    fate = OfferFate.AGREED if waits else OfferFate.ACCEPTED
    fate = fate if accepts else OfferFate.DECLINED
    await _settle(
        app,
        context,
        f"offer.{fate}-private",
        offer_messages.remark(fate, context.person.id, await app.public(after)),
    )


async def take_back(
    app: AppContext,
    context: InteractionContext,
    match: Match,
    what: OfferKind,
) -> None:
    """Withdraw one's own offer and say so. Raises Refusal."""
    await app.services.offers.withdraw(context.request, match.id, what)
    remark = offer_messages.remark(OfferFate.WITHDRAWN, context.person.id, await app.public(match))
    await _settle(app, context, "offer.withdrawn-private", remark)


async def _settle(app: AppContext, context: InteractionContext, private: str, remark: str) -> None:
    """Answer on the message that was pressed where everybody sees it, else privately."""
    message = context.interaction.message
    if message is None or message.flags.ephemeral or private == "offer.agreed-private":
        await context.tell(context.t(private))
    else:
        await card_updates.close(app, context, remark)


async def _made(app: AppContext, context: InteractionContext, match_id: int, what: OfferKind) -> str:
    made = await app.services.offers.offer(context.request, match_id, what)
    return context.t(f"offer.{'done' if made.done else 'sent'}.{what}", number=match_id)


async def _offered(
    app: AppContext, context: InteractionContext, press: custom_ids.Press
) -> tuple[Match, Offer]:
    """Return the offer a button belongs to. Raises Refusal when it is not open any more."""
    match_id, by, ply = press.numbers(3)
    what = _kind(press.after(3))
    match = await app.lookup.visible(context, match_id)
    seat_in(match, context.person.id)
    for open_offer in match.offers:
        if (open_offer.what, open_offer.by, open_offer.ply) == (what, by, ply):
            return match, open_offer
    raise Refusal("no-offer")


def _abort_page(match: Match, t: Language) -> discord.ui.LayoutView:
    return layouts.page(
        layouts.text(t("offer.ask-abort", game=t(f"{match.key}.name"), number=match.id)),
        layouts.buttons(
            layouts.button(
                t("button.confirm"), custom_ids.write("offer-abort", match.id), ButtonStyle.danger
            ),
            layouts.button(t("button.back"), custom_ids.write("resign-no", match.id)),
        ),
    )


def _kind(text: str) -> OfferKind:
    if text not in set(OfferKind):
        raise custom_ids.MalformedId(text)
    return OfferKind(text)


HANDLERS: Mapping[str, Handler] = {
    "offer": offer,
    "offer-abort": abort,
    "offer-yes": accept,
    "offer-no": decline,
    "offer-back": withdraw,
}
