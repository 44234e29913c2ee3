"""A match to show or speak of, where none has to be played."""

from datetime import UTC, datetime

from bot.play.domain.match.timing import Timing
from bot.play.domain.matches import Match, MatchStatus
from bot.play.domain.people.person import Place
from bot.play.domain.people.players import HumanPlayer

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
