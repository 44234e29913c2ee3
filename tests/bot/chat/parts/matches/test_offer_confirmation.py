from dataclasses import replace

from bot.chat.parts.matches.offer_confirmation import offer_confirmation
from bot.locale import Texts
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.players import HumanPlayer
from tests.bot.chat.samples import MATCH
from tests.bot.support.fakes import ANNA, BEN, CARA


def test_leavers_are_not_asked_to_agree() -> None:
    three = tuple(HumanPlayer(person.id) for person in (ANNA, BEN, CARA))
    match = replace(MATCH, players=three, departures=((2, 1),))
    text = offer_confirmation(match, OfferKind.ABORT, ANNA.id, Texts.load().language("en"))
    assert text == f"Game #{MATCH.id}: <@{BEN.id}> has been asked to abort the game."
