"""The public card of a challenge."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.pictures import Pictures
from bot.features.challenges.messages.challenge_card import challenge_card
from bot.features.challenges.services import Cards
from bot.locale import LANGUAGES, Language, Texts
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from tests.bot.chat.page_text import message_text
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

HOST, GUEST = 1, 2
NOW = datetime(2026, 1, 1, tzinfo=UTC)
BACK = datetime(2026, 1, 20, tzinfo=UTC)
TEXTS = Texts.load()


class TravellingPeople:
    """The people of the card; those in `away` are on vacation until `BACK`."""

    def __init__(self, *travellers: int) -> None:
        self._away = travellers

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


async def card_text(challenge: Challenge, t: Language, *travellers: int) -> str:
    people: Any = TravellingPeople(*travellers)
    unused: Any = None
    cards = Cards(rules.GAMES, people, people, unused, people, people)
    return message_text(await challenge_card(cards, Pictures(GALLERY), challenge, t))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_cards_of_challenges(approved: SnapshotAssertion, language: str) -> None:
    t = TEXTS.language(language)
    swapped = replace(challenge(), challenger=GUEST, opponent=HOST)
    assert await card_text(challenge(), t) == approved(name=f"to-ben-{language}")
    assert await card_text(swapped, t) == approved(name=f"to-anna-{language}")
    assert await card_text(replace(challenge(), opponent=None), t) == approved(name=f"to-anyone-{language}")
    for name, traveller in (("challenger", HOST), ("opponent", GUEST)):
        text = await card_text(challenge(), t, traveller)
        assert text == approved(name=f"{name}-on-vacation-{language}")
