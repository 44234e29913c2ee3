"""What events say of the match in which they happen."""

from bot.play.domain.events import MatchHeader
from bot.play.domain.matches import Match


def header_of(match: Match) -> MatchHeader:
    """Return what stays the same of a match that was read to be changed."""
    return MatchHeader(
        id=match.id,
        challenge=match.challenge,
        channel=match.place.channel,
        players=match.players,
        preferences=tuple(match.settings_at(seat).preferences for seat in range(len(match.players))),
        has_overview=match.overviewed,
        server=None if match.place.private else match.place.server,
        key=match.key,
    )
