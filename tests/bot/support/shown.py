"""The displayed state of a match, independent of how the store keeps its times."""

from dataclasses import replace

from bot.model.match.match import Match
from bot.model.match.timing import Timing


def comparable(match: Match) -> object:
    """Return the parts that stay comparable after further play."""
    times = (
        match.turn_began,
        match.deadline,
        match.claimable,
        match.is_paused,
        match.time_left,
        match.has_begun,
    )
    return replace(match, timing=Timing(match.timing.since)), times
