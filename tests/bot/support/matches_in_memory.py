"""Matches without a store."""

from dataclasses import replace
from datetime import UTC, datetime

from bot.model.match.match import Match, MatchStatus
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.people.person_settings import USUAL
from bot.model.people.players import Player
from bot.model.people.preferences import Preferences

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def match_of(*players: Player, preferences: tuple[Preferences, ...] = ()) -> Match:
    """Return the running match 7 between these players, by seat, with their notification preferences."""
    return Match(
        id=7,
        key="conhex",
        options={},
        players=players,
        place=Place(None, 70, ""),
        thread=None,
        status=MatchStatus.RUNNING,
        plies=0,
        turn=0,
        outcome=None,
        resigned=None,
        board=None,
        created=NOON,
        updated=NOON,
        challenge=3,
        timing=Timing(since=NOON),
        settings=tuple(replace(USUAL, preferences=preference) for preference in preferences),
    )
