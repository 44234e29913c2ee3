"""A match in any position, for tests of its pages."""

from datetime import UTC, datetime

from bot.model.match.match import Match, MatchPosition, MatchStatus
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.people.players import HumanPlayer
from rules.contract import State

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LARGE = 10**9
"""A match number large enough for custom_ids of maximum length."""


def position(state: State) -> MatchPosition:
    people = tuple(HumanPlayer(number) for number in range(1, state.players + 1))
    place = Place(3, 4, "en")
    match = Match(
        LARGE,
        state.game.key,
        state.options,
        people,
        place,
        None,
        MatchStatus.RUNNING,
        999,
        state.turn,
        None,
        None,
        None,
        NOW,
        NOW,
        1,
        Timing(NOW),
        taken_back=99,
    )
    return MatchPosition(match, state)
