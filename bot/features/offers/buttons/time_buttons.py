"""The buttons about time: claim a win, give an opponent more time, mute this turn's reminders."""

from collections.abc import Mapping

import discord
from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases, time_text
from bot.chat.core.words.game_names import game_name
from bot.features.offers.services import OfferServices
from bot.model.match.permissions import seat_in
from bot.model.refusal import Refusal
from bot.model.time.clocks import MAX_GIVEN_DAYS
from rules.contract.capabilities import lets_retire


async def claim(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask whether to claim the win over a player whose time is up."""
    (match_id,) = press.numbers(1)
    match = await services.matches.get(match_id)
    seat = seat_in(match, context.person.id)
    t = context.t
    if match.claimable and seat == match.turn:
        raise Refusal("claim-own-time")
    if not match.claimable or match.turn is None:
        await context.reply(t("claim.not-now"))
        return
    late = phrases.player(match, services.games[match.key], match.turn, t)
    row = layouts.buttons(
        layouts.button(t("button.confirm"), custom_ids.write("claim-yes", match_id), ButtonStyle.danger),
        layouts.button(t("button.back"), custom_ids.write("claim-no", match_id)),
    )
    state = (await services.matches.position(match_id, 0)).state
    ask = "claim.ask-leave" if lets_retire(state) else "claim.ask"
    question = t(ask, game=game_name(match, t), number=match_id, player=late)
    await context.show(layouts.page(layouts.text(question), row))


async def claim_yes(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Claim the win, unless a move was played in the meantime."""
    (match_id,) = press.numbers(1)
    await services.deadlines.claim(context.request, match_id)
    await context.turn_page(layouts.note(context.t("claim.done", number=match_id)))


async def claim_no(_services: OfferServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Leave the game running."""
    await context.turn_page(layouts.note(context.t("resign.not")))


async def more_time(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask how much time to give the player to move."""
    (match_id,) = press.numbers(1)
    match = await services.lookup.visible(context, match_id)
    seat = seat_in(match, context.person.id)
    if match.turn is not None and seat == match.turn:
        raise Refusal("more-time-own-turn")
    t = context.t
    options = [
        discord.SelectOption(label=t("time.days", n=days), value=str(days)) for days in time_text.GIFTS
    ]
    extra = match.timing.granted_days(match.turn)
    menu = layouts.select(custom_ids.write("time-give", match_id, extra), t("more-time.choose"), options)
    question = t("more-time.ask", game=game_name(match, t), number=match_id, most=MAX_GIVEN_DAYS)
    await context.show(layouts.page(layouts.text(question), menu))


async def give_time(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Give the chosen days, once: the menu contains the number of gifts when it was opened."""
    (match_id,) = press.numbers(1)
    # Menus of older versions lack that number.
    extra = press.numbers(2)[1] if press.after(1) else None
    (days,) = custom_ids.Press("days", context.choices()[0]).numbers(1)
    match = await services.deadlines.more_time(context.request, match_id, days, extra)
    t = context.t
    text = t("more-time.done", number=match.id, time=t("time.days", n=days))
    now = time_text.deadline(match, t)
    await context.turn_page(layouts.note("\n".join(part for part in (text, now) if part)))


async def silence(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Mute the reminders of this turn."""
    (match_id,) = press.numbers(1)
    await services.deadlines.silence(context.request, match_id)
    await context.reply(context.t("silence.done", number=match_id))


HANDLERS: Mapping[str, HandlerOf[OfferServices]] = {
    "claim": claim,
    "claim-yes": claim_yes,
    "claim-no": claim_no,
    "time": more_time,
    "time-give": give_time,
    "silence": silence,
}
