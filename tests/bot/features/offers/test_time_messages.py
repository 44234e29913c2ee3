"""The short messages about time."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

import rules
from bot.features.offers.messages.time_messages import is_outdated, message
from bot.kernel.outbox.notices import Notice
from bot.locale import Texts
from bot.model.event import DomainEvent
from bot.model.events.events import DeadlineNear, DeadlinePassed, MatchStalled, MoreTimeGiven
from bot.model.match.match import MatchPosition
from bot.model.match.timing import Timing
from bot.model.people.players import HumanPlayer
from tests.bot.support.matches_in_memory import NOON, match_of

TEXTS = Texts.load()
ANNA, BEN = 1, 2
MATCH = match_of(HumanPlayer(ANNA), HumanPlayer(BEN))
LATE = replace(MATCH, timing=Timing(NOON, deadline=NOON + timedelta(days=1), claimable=True))


class Names:
    async def names(self, ids: Collection[int]) -> Mapping[int, str]:
        return {person: {ANNA: "Anna", BEN: "Ben"}[person] for person in ids}


def notice(event: DomainEvent) -> Notice:
    return Notice(9, event, 3, MATCH.id, 0, None, 0, uncertain=False)


async def closing(event: DomainEvent, language: str = "en") -> str:
    people: Any = Names()
    position = MatchPosition(MATCH, rules.GAMES["conhex"].new())
    return (await message(people, notice(event), position, TEXTS.language(language))).closing


@pytest.mark.parametrize(
    ("event", "english", "german"),
    [
        (
            MoreTimeGiven(7, 0, seat=0, by=1, days=3),
            "⏳ <@2> gives <@1> (red) more time: 3 days.",
            "⏳ <@2> gibt <@1> (Rot) mehr Zeit: 3 Tage.",
        ),
        (
            DeadlinePassed(7, 0, seat=0),
            "⌛ <@1> (red) has run out of time. <@2>, you may claim the win, give more time, or wait.",
            "⌛ Die Zeit von <@1> (Rot) ist um. <@2>, du kannst den Sieg reklamieren",
        ),
        (DeadlineNear(7, 0, ANNA, 0, 5), "<@1> (red), your turn.", "<@1> (Rot)"),
        (DeadlineNear(7, 0, ANNA, 1, 5), "🔔 <@1> (red), it is still your turn.", "🔔 <@1> (Rot)"),
        (MatchStalled(7, 0, seat=0), "<@1> (red)", "<@1> (Rot)"),
    ],
    ids=["more time", "time is up", "first reminder", "later reminder", "stalled"],
)
async def test_a_message_names_who_is_meant(event: DomainEvent, english: str, german: str) -> None:
    assert english in await closing(event)
    assert german in await closing(event, "de")


def test_a_message_is_outdated_once_the_game_has_gone_on() -> None:
    deadline = notice(DeadlinePassed(7, 0, seat=0))
    assert [is_outdated(deadline, match) for match in (LATE, MATCH, replace(LATE, plies=1))] == [
        False,
        True,
        True,
    ]
