"""The short messages about time."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.features.offers.messages.time_messages import is_outdated, message
from bot.kernel.outbox.notices import Notice
from bot.locale import Texts
from bot.model.event import DomainEvent
from bot.model.events.events import DeadlineNear, DeadlinePassed, MatchStalled, MoreTimeGiven
from bot.model.match.match import MatchPosition
from bot.model.match.timing import Timing
from bot.model.people.players import HumanPlayer
from tests.bot.chat.page_text import message_text
from tests.bot.support.matches_in_memory import NOON, match_of

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
LANGUAGES = (TEXTS.language("en"), TEXTS.language("de"))
ANNA, BEN = 1, 2
MATCH = match_of(HumanPlayer(ANNA), HumanPlayer(BEN))
LATE = replace(MATCH, timing=Timing(NOON, deadline=NOON + timedelta(days=1), claimable=True))


class Names:
    async def names(self, ids: Collection[int]) -> Mapping[int, str]:
        return {person: {ANNA: "Anna", BEN: "Ben"}[person] for person in ids}


def notice(event: DomainEvent) -> Notice:
    return Notice(9, event, 3, MATCH.id, 0, None, 0, uncertain=False)


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("more-time", MoreTimeGiven(7, 0, seat=0, by=1, days=3)),
        ("time-is-up", DeadlinePassed(7, 0, seat=0)),
        ("first-reminder", DeadlineNear(7, 0, ANNA, 0, 5)),
        ("later-reminder", DeadlineNear(7, 0, ANNA, 1, 5)),
        ("stalled", MatchStalled(7, 0, seat=0)),
    ],
)
async def test_time_messages(name: str, event: DomainEvent, approved: SnapshotAssertion) -> None:
    people: Any = Names()
    position = MatchPosition(MATCH, rules.GAMES["conhex"].new())
    for t in LANGUAGES:
        reply = await message(people, notice(event), position, t)
        assert message_text(replace(reply, scene=None)) == approved(name=f"{name}-{t.code}")


def test_a_deadline_message_is_outdated_after_a_move() -> None:
    deadline = notice(DeadlinePassed(7, 0, seat=0))
    assert [is_outdated(deadline, match) for match in (LATE, MATCH, replace(LATE, plies=1))] == [
        False,
        True,
        True,
    ]
