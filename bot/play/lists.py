"""What concerns someone, in the order in which he should care."""

from datetime import UTC, datetime
from typing import Final

from bot.play.model import Agenda, Match
from bot.play.translate import challenge_from, match_from
from data.store import Store

_FINISHED: Final = 10
_ALL: Final = 1000
"""More games than anyone can play."""
_NEVER: Final = datetime.max.replace(tzinfo=UTC)


async def agenda_of(store: Store, person: int) -> Agenda:
    """Return someone's agenda."""
    async with store.read() as tables:
        running = tuple(map(match_from, await tables.games.running_of(person, _ALL)))
        finished = tuple(map(match_from, await tables.games.finished_of(person, _FINISHED)))
        challenges = tuple(map(challenge_from, await tables.challenges.open_of(person)))
    return Agenda(
        mine=tuple(sorted((match for match in running if match.mover == person), key=_urgency)),
        theirs=tuple(match for match in running if match.mover != person),
        challenges_received=tuple(one for one in challenges if one.challenger != person),
        challenges_sent=tuple(one for one in challenges if one.challenger == person),
        finished=finished,
    )


async def next_of(store: Store, person: int, after: int | None) -> Match | None:
    """Return the match behind `after` in which it is someone's turn; after the last, the first."""
    async with store.read() as tables:
        running = map(match_from, await tables.games.running_of(person, _ALL))
    mine = sorted((match for match in running if match.mover == person), key=_urgency)
    numbers = [match.id for match in mine]
    at = numbers.index(after) + 1 if after in numbers else 0
    return next((match for match in (*mine[at:], *mine[:at]) if match.id != after), None)


def _urgency(match: Match) -> tuple[datetime, datetime, int]:
    return match.deadline or _NEVER, match.updated, match.id
