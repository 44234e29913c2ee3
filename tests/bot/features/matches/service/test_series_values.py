"""The state of a series with handed-over seats, as values."""

from dataclasses import replace

import pytest

import rules
from bot.features.matches.service.series import standing_of
from bot.model.match.match import Match, MatchStatus
from bot.model.match.substitutions import Handover
from bot.model.people.players import HumanPlayer
from rules.contract import Outcome
from rules.contract.series import TieBreak
from tests.bot.chat.samples import MATCH

ANNA, BEN, CARA = 1001, 1002, 1003
FIRST, SECOND = 11, 12


def won_game(number: int, *people: int) -> Match:
    """Return a game of a series, won by the first of these people."""
    return replace(
        MATCH,
        id=number,
        challenge=5,
        number=number - FIRST + 1,
        players=tuple(map(HumanPlayer, people)),
        status=MatchStatus.FINISHED,
        turn=None,
        outcome=Outcome((0,), "connected"),
        plies=30 + number,
        tie_break=TieBreak.NONE,
    )


@pytest.mark.parametrize(
    ("first", "second", "handovers", "winners"),
    [
        ((ANNA, BEN), (BEN, ANNA), (), [ANNA, BEN]),
        # The winner leaves later, so the substitute inherits the win.
        ((ANNA, BEN), (CARA, BEN), (Handover(SECOND, ANNA, CARA),), [CARA, CARA]),
        # The leaver comes back for the other player, and wins against the substitute.
        ((CARA, BEN), (ANNA, CARA), (Handover(FIRST, ANNA, CARA), Handover(SECOND, BEN, ANNA)), [CARA, ANNA]),
    ],
)
def test_a_substitute_inherits_earlier_wins(
    first: tuple[int, ...], second: tuple[int, ...], handovers: tuple[Handover, ...], winners: list[int]
) -> None:
    series = standing_of(
        rules.GAMES["conhex"], [won_game(FIRST, *first), won_game(SECOND, *second)], handovers
    )
    assert series is not None
    assert [sorted(result.winners) for result in series.results] == [[winner] for winner in winners]
    assert series.winner == (winners[0] if len(set(winners)) == 1 else None)
    assert (series.id, series.games, [result.plies for result in series.results]) == (5, (11, 12), [41, 42])
