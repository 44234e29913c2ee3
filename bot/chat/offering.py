"""Offers between players: how they look, and what happens when they are made, answered or withdrawn."""

from collections.abc import Mapping

import discord
from discord import ButtonStyle

from bot.chat import answers, card_answers, ids, layouts, offer_messages
from bot.chat.house import Caller, House
from bot.chat.verbs import Handler
from bot.chat.which import visible
from bot.locale import Language
from bot.play.model import Match, Offer, OfferKind, Refusal
from bot.play.seats import seat_in


def more_blocks(house: House, match: Match, seat: int, t: Language) -> list[layouts.Block]:
    """Return the open offers of a match with what the player on `seat` can do about each."""
    blocks: list[layouts.Block] = []
    for offer in match.offers:
        blocks.append(layouts.text(offer_messages.offer_told(house, match, offer, t)))
        if offer.by == seat:
            back = layouts.button(
                t("button.withdraw"), offer_messages.write_id("offer-back", match.id, offer)
            )
            blocks.append(layouts.buttons(back))
        elif seat not in offer.agreed:
            blocks.append(layouts.buttons(*offer_messages.answer_row(match, offer, t, withdraw=False)))
    return blocks


async def more_buttons(house: House, match: Match, person: int, t: Language) -> list[layouts.Button]:
    """Return the buttons for what a player can offer now."""
    return [
        layouts.button(t(f"button.offer.{kind}"), ids.write("offer", match.id, kind))
        for kind in await house.club.possible_offers(person, match.id)
    ]


async def offer(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Make an offer; where it ends the game, ask first."""
    (match_id,) = press.numbers(1)
    await make(house, interaction, caller, await visible(house, caller, match_id), _kind(press.after(1)))


async def make(
    house: House, interaction: discord.Interaction, caller: Caller, match: Match, what: OfferKind
) -> None:
    """Make an offer and say privately what came of it; an abort is asked about first. Raises Refusal."""
    if what is OfferKind.ABORT:
        seat_in(match, caller.person.id)
        await answers.show(interaction, _abort_page(match, caller.t))
        return
    await answers.tell(interaction, await _made(house, caller, match.id, what))


async def abort(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Abort the game, or offer it to those who have played already."""
    (match_id,) = press.numbers(1)
    await visible(house, caller, match_id)
    said = await _made(house, caller, match_id, OfferKind.ABORT)
    await answers.turn_page(interaction, layouts.note(said))


async def accept(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Accept the offer of a message."""
    match, offered = await _offered(house, caller, press)
    await answer(house, interaction, caller, match, offered.what, accepts=True)


async def decline(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Decline the offer of a message."""
    match, offered = await _offered(house, caller, press)
    await answer(house, interaction, caller, match, offered.what, accepts=False)


async def withdraw(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Withdraw the offer of a message."""
    match, offered = await _offered(house, caller, press)
    if match.seat_of(caller.person.id) != offered.by:
        raise Refusal("not-your-offer")
    await take_back(house, interaction, caller, match, offered.what)


async def answer(
    house: House,
    interaction: discord.Interaction,
    caller: Caller,
    match: Match,
    what: OfferKind,
    *,
    accepts: bool,
) -> None:
    """Answer another player's offer and say what came of it. Raises Refusal."""
    after = await house.club.answer_offer(caller.request, match.id, what, accepts)
    waits = any(offer.what is what for offer in after.offers)
    how = "declined" if not accepts else "agreed" if waits else "accepted"
    await _settle(
        house,
        interaction,
        caller,
        f"offer.{how}-private",
        offer_messages.remark(how, caller.person.id, await house.public(after)),
    )


async def take_back(
    house: House, interaction: discord.Interaction, caller: Caller, match: Match, what: OfferKind
) -> None:
    """Withdraw one's own offer and say so. Raises Refusal."""
    await house.club.withdraw_offer(caller.request, match.id, what)
    remark = offer_messages.remark("withdrawn", caller.person.id, await house.public(match))
    await _settle(house, interaction, caller, "offer.withdrawn-private", remark)


async def _settle(
    house: House, interaction: discord.Interaction, caller: Caller, private: str, remark: str
) -> None:
    """Answer on the message that was pressed where everybody sees it, else privately."""
    message = interaction.message
    if message is None or message.flags.ephemeral or private == "offer.agreed-private":
        await answers.tell(interaction, caller.t(private))
    else:
        await card_answers.close(house, interaction, remark)


async def _made(house: House, caller: Caller, match_id: int, what: OfferKind) -> str:
    made = await house.club.offer(caller.request, match_id, what)
    return caller.t(f"offer.{'done' if made.done else 'sent'}.{what}", number=match_id)


async def _offered(house: House, caller: Caller, press: ids.Press) -> tuple[Match, Offer]:
    """Return the offer a button belongs to. Raises Refusal when it is not open any more."""
    match_id, by, ply = press.numbers(3)
    what = _kind(press.after(3))
    match = await visible(house, caller, match_id)
    seat_in(match, caller.person.id)
    for open_offer in match.offers:
        if (open_offer.what, open_offer.by, open_offer.ply) == (what, by, ply):
            return match, open_offer
    raise Refusal("no-offer")


def _abort_page(match: Match, t: Language) -> discord.ui.LayoutView:
    return layouts.page(
        layouts.text(t("offer.ask-abort", game=t(f"{match.key}.name"), number=match.id)),
        layouts.buttons(
            layouts.button(t("button.confirm"), ids.write("offer-abort", match.id), ButtonStyle.danger),
            layouts.button(t("button.back"), ids.write("resign-no", match.id)),
        ),
    )


def _kind(text: str) -> OfferKind:
    if text not in set(OfferKind):
        raise ids.MalformedId(text)
    return OfferKind(text)


HANDLERS: Mapping[str, Handler] = {
    "offer": offer,
    "offer-abort": abort,
    "offer-yes": accept,
    "offer-no": decline,
    "offer-back": withdraw,
}
