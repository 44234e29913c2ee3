"""`/offer`: make, answer or withdraw offers of draws, take-backs and aborts."""

from collections.abc import Mapping
from typing import Final

import discord
from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.command_i18n import localise
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.option_spec import ChoiceSpec
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.words.game_names import game_name
from bot.chat.parts.matches.match_buttons import practice_next
from bot.chat.parts.matches.offer_confirmation import offer_confirmation
from bot.features.engines.service.practice_page import REPLY_TIMEOUT
from bot.features.offers.messages import offer_messages
from bot.features.offers.services import OfferServices
from bot.locale import Language
from bot.model.events.events import OfferOutcome
from bot.model.match.match import Match
from bot.model.match.offers.match_offers import OpenOffer
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.permissions import seat_in
from bot.model.refusal import Refusal

ANSWERS: Final = ("accept", "decline", "withdraw")


async def offer(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Make an offer; an abort needs a confirmation first."""
    (match_id,) = press.numbers(1)
    await make(services, context, await services.lookup.visible(context, match_id), _kind(press.after(1)))


async def make(
    services: OfferServices,
    context: InteractionContext,
    match: Match,
    what: OfferKind,
) -> None:
    """Make an offer and confirm it privately; an abort needs a confirmation first. Raises Refusal."""
    if what is OfferKind.ABORT:
        seat_in(match, context.person.id)
        await context.show(_abort_page(match, context.t))
        return
    await context.show(await _make_offer(services, context, match.id, what))


async def abort(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Abort the game or, after everyone's first moves, offer to abort it."""
    (match_id,) = press.numbers(1)
    await services.lookup.visible(context, match_id)
    await context.turn_page(await _make_offer(services, context, match_id, OfferKind.ABORT))


async def accept(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Accept the offer of a message."""
    match, offer = await _open_offer(services, context, press)
    await answer_to(services, context, match, offer.what, accepts=True)


async def decline(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Decline the offer of a message."""
    match, offer = await _open_offer(services, context, press)
    await answer_to(services, context, match, offer.what, accepts=False)


async def withdraw(services: OfferServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Withdraw the offer of a message."""
    match, offer = await _open_offer(services, context, press)
    if match.seat_of(context.person.id) != offer.by:
        raise Refusal("not-your-offer")
    await take_back(services, context, match, offer.what)


async def answer_to(
    services: OfferServices,
    context: InteractionContext,
    match: Match,
    what: OfferKind,
    *,
    accepts: bool,
) -> None:
    """Answer another player's offer and confirm that. Raises Refusal."""
    after = await services.offers.answer(context.request, match.id, what, accepts)
    waits = any(offer.what is what for offer in after.offers)
    outcome = OfferOutcome.AGREED if waits else OfferOutcome.ACCEPTED
    outcome = outcome if accepts else OfferOutcome.DECLINED
    await _settle(
        services,
        context,
        f"offer.{outcome}-private",
        offer_messages.remark(outcome, context.person.id, await services.readers.public(after)),
    )


async def take_back(
    services: OfferServices,
    context: InteractionContext,
    match: Match,
    what: OfferKind,
) -> None:
    """Withdraw the person's own offer and confirm that. Raises Refusal."""
    await services.offers.withdraw(context.request, match.id, what)
    remark = offer_messages.remark(
        OfferOutcome.WITHDRAWN, context.person.id, await services.readers.public(match)
    )
    await _settle(services, context, "offer.withdrawn-private", remark)


async def _settle(services: OfferServices, context: InteractionContext, private: str, remark: str) -> None:
    """Answer in the pressed message if it is public and the offer is closed, else privately."""
    message = context.interaction.message
    if message is None or message.flags.ephemeral or private == "offer.agreed-private":
        await context.reply(context.t(private))
    else:
        await services.pressed.close(context, remark)


async def _make_offer(
    services: OfferServices, context: InteractionContext, match_id: int, what: OfferKind
) -> discord.ui.LayoutView:
    """Make an offer and return a page with its outcome; in practice the engine answers immediately."""
    t = context.t
    offered_now = await services.offers.offer(context.request, match_id, what)
    if not offered_now.match.is_practice:
        if offered_now.done:
            return layouts.note(t(f"offer.done.{what}", number=match_id))
        return layouts.note(offer_confirmation(offered_now.match, what, context.person.id, t))
    await services.practice.play_replies(match_id, REPLY_TIMEOUT)
    match = await services.matches.get(match_id)
    if any(offer.what is what for offer in match.offers):
        return layouts.note(offer_confirmation(match, what, context.person.id, t))
    if match.running and match.taken_back == offered_now.match.taken_back:
        return layouts.note(offer_messages.engine_refusal(match, t))
    again = await services.practice.is_offered_in(context.place)
    return layouts.note(t(f"offer.done.{what}", number=match_id), *practice_next(match, t, again=again))


async def _open_offer(
    services: OfferServices, context: InteractionContext, press: custom_ids.Press
) -> tuple[Match, OpenOffer]:
    """Return the open offer of a button. Raises Refusal if it is closed."""
    match_id, by, ply = press.numbers(3)
    what = _kind(press.after(3))
    match = await services.lookup.visible(context, match_id)
    seat_in(match, context.person.id)
    for open_offer in match.offers:
        if (open_offer.what, open_offer.by, open_offer.ply) == (what, by, ply):
            return match, open_offer
    raise Refusal("no-offer")


def _abort_page(match: Match, t: Language) -> discord.ui.LayoutView:
    text_id = "offer.ask-abort" if match.number == 1 else "offer.ask-abort-series"
    return layouts.page(
        layouts.text(t(text_id, game=game_name(match, t), number=match.id)),
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


def offer_command(services: OfferServices) -> Command:
    texts = services.interactions.texts

    async def run(
        context: InteractionContext, what: str, answer: str | None = None, game: str | None = None
    ) -> None:
        match, kind = await services.lookup.which_match(context, game), OfferKind(what)
        if answer is None:
            await make(services, context, match, kind)
        elif answer == "withdraw":
            await take_back(services, context, match, kind)
        else:
            await answer_to(services, context, match, kind, accepts=answer == "accept")

    kinds = [ChoiceSpec(localise(texts, f"offer.{kind}"), kind.value) for kind in OfferKind]
    answers = [ChoiceSpec(localise(texts, f"button.{answer}"), answer) for answer in ANSWERS]
    return command(
        services.interactions,
        "command.offer",
        run,
        what=CommandOption(choices=kinds),
        answer=CommandOption(choices=answers),
        game=CommandOption(suggest=services.lookup.suggest),
    )


HANDLERS: Mapping[str, HandlerOf[OfferServices]] = {
    "offer": offer,
    "offer-abort": abort,
    "offer-yes": accept,
    "offer-no": decline,
    "offer-back": withdraw,
}

COMMANDS: Final = (SlashCommandOf("offer", offer_command, Reach.WITH_BOT, HelpGroup.PLAY.at(60)),)
