"""The public card of a challenge."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

import rules
from bot.chat.core.pictures import Pictures
from bot.features.challenges.messages.challenge_card import challenge_card
from bot.features.challenges.services import Cards
from bot.locale import Texts
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from tests.galleries import GALLERY

HOST, GUEST = 1, 2
NOW = datetime(2026, 1, 1, tzinfo=UTC)
BACK = datetime(2026, 1, 20, tzinfo=UTC)
ENGLISH = Texts.load().language("en")


class TravellingPeople:
    """The people of the card, some of them on vacation until `BACK`."""

    def __init__(self, *away: int) -> None:
        self._away = away

    async def names(self, ids: Collection[int]) -> Mapping[int, str]:
        return {person: {HOST: "Anna", GUEST: "Ben"}[person] for person in ids}

    async def away(self, people: Sequence[int]) -> Mapping[int, datetime]:
        return {person: BACK for person in people if person in self._away}

    async def of_challenge(self, _challenge: int) -> None:
        return None

    async def is_offered_in(self, _place: Place) -> bool:
        return False


def challenge() -> Challenge:
    return Challenge(7, Terms("conhex", {}), HOST, GUEST, Place(3, 4, "en-US"), NOW)


async def body(challenge: Challenge, *away: int) -> str:
    people: Any = TravellingPeople(*away)
    unused: Any = None
    cards = Cards(rules.GAMES, people, people, unused, people, people)
    return (await challenge_card(cards, Pictures(GALLERY), challenge, ENGLISH)).body


@pytest.mark.parametrize("traveller", [HOST, GUEST])
async def test_a_card_shows_a_vacation_with_its_end(traveller: int) -> None:
    text = await body(challenge(), traveller)
    assert f"<@{traveller}> is on vacation until <t:{int(BACK.timestamp())}:f>" in text
    assert "vacation" not in await body(challenge())


async def test_a_card_tells_challenger_and_opponent_apart() -> None:
    assert (await body(challenge())).startswith(f"<@{GUEST}>, <@{HOST}> challenges you.")
    swapped = replace(challenge(), challenger=GUEST, opponent=HOST)
    assert (await body(swapped)).startswith(f"<@{HOST}>, <@{GUEST}> challenges you.")
