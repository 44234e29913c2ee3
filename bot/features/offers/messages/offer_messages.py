"""The presentation of an offer: its message, its buttons, its outcome."""

from collections.abc import Mapping

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.messages import headlines, layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.ports import PeoplePort
from bot.chat.core.words import phrases
from bot.features.engines.service.practice_levels import level_of
from bot.features.matches.service.offers.offer_service import OfferService
from bot.locale import Language
from bot.model.events.events import OfferAnswered, OfferMade, OfferOutcome
from bot.model.match.match import Match
from bot.model.match.offers.match_offers import OpenOffer
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.players import people_among
from rules.contract import Game


async def offer_message(
    people: PeoplePort, games: Mapping[str, Game], match: Match, offer: OpenOffer, t: Language
) -> PublicMessage:
    """Return the message about an offer, with the buttons to answer it."""
    names = await people.names(set(match.people))
    players = [phrases.seat_name(match, seat, t) for seat in _asked_seats(match, offer)]
    return PublicMessage(
        headline=headlines.offer(match, offer, names, t),
        body=offer_sentence(games, match, offer, t),
        closing=t("offer.asked", players=t("list.and").join(players)),
        rows=(answer_row(match, offer, t, withdraw=True),),
    )


def offer_sentence(games: Mapping[str, Game], match: Match, offer: OpenOffer, t: Language) -> str:
    player = phrases.player(match, games[match.key], offer.by, t)
    return t(f"offer.made.{offer.what}", player=player)


def offer_of(event: OfferMade) -> OpenOffer:
    """Return the offer that an event is about."""
    return OpenOffer(event.what, event.by, event.plies)


def offer_mark(match_id: int, offer: OpenOffer) -> str:
    """Return the custom_id that identifies the message of an offer."""
    return write_id("offer-yes", match_id, offer)


def people_to_answer(match: Match, offer: OpenOffer) -> tuple[int, ...]:
    """Return the people whose consent an offer needs."""
    return people_among(match.players[seat] for seat in _asked_seats(match, offer))


def _asked_seats(match: Match, offer: OpenOffer) -> list[int]:
    return [seat for seat in range(len(match.players)) if seat not in {offer.by, *match.retired}]


def offer_end(match: Match, answered: OfferAnswered, t: Language) -> str:
    """Return the outcome of an offer as the remark on its message."""
    player = "" if answered.who is None else phrases.seat_name(match, answered.who, t)
    return t(f"offer.{answered.outcome}", player=player)


def remark(outcome: OfferOutcome, person: int | None, t: Language) -> str:
    """Return the remark that an answer leaves on the message of an offer."""
    return t(f"offer.{outcome}", player="" if person is None else phrases.mention(person))


def engine_refusal(match: Match, t: Language) -> str:
    """Return the remark that the engine of a practice match has declined."""
    return t(f"offer.{OfferOutcome.DECLINED}", player=phrases.engine(level_of(match), t))


def answer_row(match: Match, offer: OpenOffer, t: Language, *, withdraw: bool) -> tuple[layouts.Button, ...]:
    """Return the buttons that answer an offer."""
    row = [
        layouts.button(t("button.accept"), offer_mark(match.id, offer), ButtonStyle.success),
        layouts.button(t("button.decline"), write_id("offer-no", match.id, offer), ButtonStyle.danger),
    ]
    if withdraw:
        row.append(layouts.button(t("button.withdraw"), write_id("offer-back", match.id, offer)))
    return tuple(row)


def write_id(verb: str, match_id: int, offer: OpenOffer) -> str:
    """Return the custom_id of a button for an offer."""
    return custom_ids.write(verb, match_id, offer.by, offer.ply, offer.what)


def more_blocks(games: Mapping[str, Game], match: Match, seat: int, t: Language) -> list[layouts.Block]:
    """Return the open offers of a match, each with the actions of the player on `seat`."""
    blocks: list[layouts.Block] = []
    for offer in match.offers:
        blocks.append(layouts.text(offer_sentence(games, match, offer, t)))
        if offer.by == seat:
            back = layouts.button(t("button.withdraw"), write_id("offer-back", match.id, offer))
            blocks.append(layouts.buttons(back))
        elif seat not in offer.agreed:
            blocks.append(layouts.buttons(*answer_row(match, offer, t, withdraw=False)))
    return blocks


async def more_buttons(offers: OfferService, match: Match, person: int, t: Language) -> list[layouts.Button]:
    """Return the buttons for a player's possible offers."""
    return [
        layouts.button(t(f"button.offer.{kind}"), custom_ids.write("offer", match.id, kind))
        for kind in await offers.possible(person, match.id)
        # In practice matches the page already offers take-backs without consent.
        if not (match.is_practice and kind is OfferKind.TAKE_BACK)
    ]
