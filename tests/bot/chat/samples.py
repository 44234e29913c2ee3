"""A sample match, for tests that need not play one."""

from datetime import UTC, datetime

from bot.model.match.match import Match, MatchStatus
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.people.players import HumanPlayer

NOW = datetime(2026, 1, 1, tzinfo=UTC)
MATCH = Match(
    id=1,
    key="conhex",
    options={},
    players=(HumanPlayer(1), HumanPlayer(2)),
    place=Place(3, 4, "en"),
    thread=None,
    status=MatchStatus.RUNNING,
    plies=1,
    turn=1,
    outcome=None,
    resigned=None,
    board=None,
    created=NOW,
    updated=NOW,
    challenge=1,
    timing=Timing(NOW),
)
