"""Challenges on a ladder that ended without a game, and may not be repeated at once."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.tournament import Tournament, TournamentGame, TournamentSetup
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LADDER = Tournament(
    1, TournamentSetup("Ladder", Terms("conhex", {}), Rules(Format.LADDER), 3), Place(7, 70, "en"), 1001, NOON
)
UNPLAYED = Pairing(1, (1, 2), (0.0, 1.0), played=False, challenger=2)


@pytest.mark.parametrize(
    ("pairing", "decided", "ended"),
    [
        (UNPLAYED, NOON, True),
        (replace(UNPLAYED, seats=(2, 1)), NOON, True),
        (replace(UNPLAYED, played=True), NOON, False),
        (replace(UNPLAYED, challenger=1), NOON, False),
        (replace(UNPLAYED, seats=(3, 2)), NOON, False),
        (UNPLAYED, NOON - timedelta(days=1), False),
        (replace(UNPLAYED, points=None), None, False),
    ],
)
def test_a_recent_unplayed_challenge_is_found(
    pairing: Pairing, decided: datetime | None, ended: bool
) -> None:
    ladder = replace(LADDER, games=(TournamentGame(1, pairing, 5, decided),))
    since = NOON - timedelta(days=1)
    assert ladder.ended_unplayed_since(Pairing(0, (1, 2), challenger=2), since) is ended
