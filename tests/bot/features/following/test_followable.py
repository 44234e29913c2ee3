"""The matches that a person may follow: running ones between others, in public places of a server."""

from dataclasses import replace

import pytest

from bot.features.following.domain import can_follow, check_following
from bot.model.match.match import Match, MatchStatus
from bot.model.people.person import Place
from bot.model.refusal import Refusal
from tests.bot.chat.samples import MATCH

PLAYER, SPECTATOR = 2, 9


@pytest.mark.parametrize(
    ("match", "person", "reason"),
    [
        (MATCH, SPECTATOR, None),
        (replace(MATCH, place=Place(3, 71, "en", parent=4)), SPECTATOR, None),
        (MATCH, PLAYER, "follow-own"),
        (replace(MATCH, place=Place(None, 4, "en")), SPECTATOR, "follow-private"),
        (replace(MATCH, place=Place(3, 71, "en", parent=4, private=True)), SPECTATOR, "follow-private"),
        (replace(MATCH, status=MatchStatus.FINISHED), SPECTATOR, "follow-over"),
    ],
)
def test_can_follow_agrees_with_the_refusal(match: Match, person: int, reason: str | None) -> None:
    assert can_follow(match, person) is (reason is None)
    if reason is None:
        check_following(match, person)
    else:
        with pytest.raises(Refusal, match=reason):
            check_following(match, person)
