"""How an offer between players looks: the message that tells it, its buttons, what became of it."""

from discord import ButtonStyle

from bot.chat import headlines, ids, layouts, narration
from bot.chat.house import House
from bot.chat.public_message import PublicMessage
from bot.locale import Language
from bot.play.model import Match, Notice, Offer, OfferKind


async def offer_message(house: House, match: Match, offer: Offer, t: Language) -> PublicMessage:
    """Return the message that tells an offer, with the buttons to answer it."""
    names = await house.club.names(set(match.players))
    return PublicMessage(
        headline=headlines.offer(match, offer, names, t),
        body=offer_told(house, match, offer, t),
        closing=t("offer.asked", players=t("list.and").join(map(narration.mention, asked(match, offer)))),
        rows=(answer_row(match, offer, t, withdraw=True),),
    )


def offer_told(house: House, match: Match, offer: Offer, t: Language) -> str:
    """Return the sentence for an offer."""
    who = narration.player(match, house.games[match.key], offer.by, t)
    return t(f"offer.made.{offer.what}", player=who)


def offer_of(notice: Notice) -> Offer:
    """Return the offer a notice tells of."""
    return Offer(OfferKind(str(notice.data["what"])), int(str(notice.data["by"])), notice.ply or 0)


def offer_mark(match_id: int, offer: Offer) -> str:
    """Return the custom_id by which the message of an offer can be found again."""
    return write_id("offer-yes", match_id, offer)


def asked(match: Match, offer: Offer) -> tuple[int, ...]:
    """Return the people whose consent an offer needs."""
    seats = (seat for seat in range(len(match.players)) if seat not in {offer.by, *match.retired})
    return tuple(match.players[seat] for seat in seats)


def offer_end(match: Match, notice: Notice, t: Language) -> str:
    """Return what became of an offer, as a remark for its message."""
    who = notice.data.get("who")
    person = match.players[who] if isinstance(who, int) else None
    return remark(str(notice.data["how"]), person, t)


def remark(how: str, person: int | None, t: Language) -> str:
    """Return what an answer to an offer leaves on its message."""
    return t(f"offer.{how}", player="" if person is None else narration.mention(person))


def answer_row(match: Match, offer: Offer, t: Language, *, withdraw: bool) -> tuple[layouts.Button, ...]:
    """Return the buttons by which an offer is answered."""
    row = [
        layouts.button(t("button.accept"), offer_mark(match.id, offer), ButtonStyle.success),
        layouts.button(t("button.decline"), write_id("offer-no", match.id, offer), ButtonStyle.danger),
    ]
    if withdraw:
        row.append(layouts.button(t("button.withdraw"), write_id("offer-back", match.id, offer)))
    return tuple(row)


def write_id(verb: str, match_id: int, offer: Offer) -> str:
    """Return the custom_id of a button for an offer."""
    return ids.write(verb, match_id, offer.by, offer.ply, offer.what)
