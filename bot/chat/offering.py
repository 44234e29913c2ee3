"""Offers between players: how they look, and what happens when they are made, answered or withdrawn."""

from collections.abc import Mapping

import discord
from discord import ButtonStyle

from bot.chat import answers, ids, layouts, narration
from bot.chat.house import Caller, House
from bot.chat.verbs import Handler
from bot.chat.which import visible
from bot.locale import Language
from bot.play.model import Match, Notice, Offer, OfferKind, Refusal
from bot.play.seats import seat_in


def offer_view(house: House, match: Match, offer: Offer, t: Language) -> discord.ui.LayoutView:
    """Return the message that tells an offer, with the buttons to answer it."""
    title = t("game.title", game=t(f"{match.key}.name"), number=match.id)
    told = offer_told(house, match, offer, t)
    ask = t("offer.asked", players=t("list.and").join(map(narration.mention, asked(match, offer))))
    return layouts.page(layouts.text(f"{title}\n{told}\n{ask}"), _answer_row(match, offer, t, withdraw=True))


def offer_told(house: House, match: Match, offer: Offer, t: Language) -> str:
    """Return the sentence for an offer."""
    who = narration.player(match, house.games[match.key], offer.by, t)
    return t(f"offer.made.{offer.what}", player=who)


def offer_of(notice: Notice) -> Offer:
    """Return the offer a notice tells of."""
    return Offer(OfferKind(str(notice.data["what"])), int(str(notice.data["by"])), notice.ply or 0)


def offer_mark(match_id: int, offer: Offer) -> str:
    """Return the custom_id by which the message of an offer can be found again."""
    return _write("offer-yes", match_id, offer)


def asked(match: Match, offer: Offer) -> tuple[int, ...]:
    """Return the people whose consent an offer needs."""
    seats = (seat for seat in range(len(match.players)) if seat not in {offer.by, *match.retired})
    return tuple(match.players[seat] for seat in seats)


def offer_end(match: Match, notice: Notice, t: Language) -> str:
    """Return what became of an offer, as a remark for its message."""
    who = notice.data.get("who")
    person = match.players[who] if isinstance(who, int) else None
    return _remark(str(notice.data["how"]), person, t)


def more_blocks(house: House, match: Match, seat: int, t: Language) -> list[layouts.Block]:
    """Return the open offers of a match with what the player on `seat` can do about each."""
    blocks: list[layouts.Block] = []
    for offer in match.offers:
        blocks.append(layouts.text(offer_told(house, match, offer, t)))
        if offer.by == seat:
            back = layouts.button(t("button.withdraw"), _write("offer-back", match.id, offer))
            blocks.append(layouts.buttons(back))
        elif seat not in offer.agreed:
            blocks.append(_answer_row(match, offer, t, withdraw=False))
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
    await _settle(interaction, caller, f"offer.{how}-private", _remark(how, caller.person.id, caller.public))


async def take_back(
    house: House, interaction: discord.Interaction, caller: Caller, match: Match, what: OfferKind
) -> None:
    """Withdraw one's own offer and say so. Raises Refusal."""
    await house.club.withdraw_offer(caller.request, match.id, what)
    remark = _remark("withdrawn", caller.person.id, caller.public)
    await _settle(interaction, caller, "offer.withdrawn-private", remark)


async def _settle(interaction: discord.Interaction, caller: Caller, private: str, remark: str) -> None:
    """Answer on the message that was pressed where everybody sees it, else privately."""
    message = interaction.message
    if message is None or message.flags.ephemeral or private == "offer.agreed-private":
        await answers.tell(interaction, caller.t(private))
    else:
        await answers.close_card(interaction, remark)


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


def _remark(how: str, person: int | None, t: Language) -> str:
    return t(f"offer.{how}", player="" if person is None else narration.mention(person))


def _abort_page(match: Match, t: Language) -> discord.ui.LayoutView:
    return layouts.page(
        layouts.text(t("offer.ask-abort", game=t(f"{match.key}.name"), number=match.id)),
        layouts.buttons(
            layouts.button(t("button.confirm"), ids.write("offer-abort", match.id), ButtonStyle.danger),
            layouts.button(t("button.back"), ids.write("resign-no", match.id)),
        ),
    )


def _answer_row(match: Match, offer: Offer, t: Language, *, withdraw: bool) -> layouts.Block:
    row = [
        layouts.button(t("button.accept"), offer_mark(match.id, offer), ButtonStyle.success),
        layouts.button(t("button.decline"), _write("offer-no", match.id, offer), ButtonStyle.danger),
    ]
    if withdraw:
        row.append(layouts.button(t("button.withdraw"), _write("offer-back", match.id, offer)))
    return layouts.buttons(*row)


def _write(verb: str, match_id: int, offer: Offer) -> str:
    return ids.write(verb, match_id, offer.by, offer.ply, offer.what)


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
