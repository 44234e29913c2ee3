"""Contents of a weekly letter, gathered on composing, as far as its whole channel may see them."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.features.letters.domain import FinestPly, MostWins, finest, most_wins
from bot.features.letters.store import WeeklyLetterRepository
from bot.features.matches.service.match_queries import MatchQueries, played_plies
from bot.features.tournaments.service.tournaments import Tournaments
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.match.match import Match, MatchPosition
from bot.model.people.person import Place
from bot.repositories.matches.match_log import MatchLogRepository

_MOST_GAMES: Final = 200
_MOST_LOOKED_THROUGH: Final = 40
"""Of how many games, the latest ones, each ply is looked at."""
_MOST_WAITING: Final = 50
_LONG: Final = timedelta(days=1)
"""How long somebody has to think before it is told."""


@dataclass(frozen=True, slots=True)
class Week:
    """A server's week.

    `ended` are the games of people that have ended with a result, the latest first, but those with engines
    after all others; `moved` counts the games that went on. `waiting` is the one in which somebody thinks for
    longest, None where nobody does for long. `board` is the position after the `finest` ply; where no ply is
    worth telling, the end of the longest game.
    """

    ended: tuple[Match, ...]
    moved: int
    wins: MostWins | None
    waiting: Match | None
    finest: FinestPly | None
    board: MatchPosition | None


class LetterContents:
    """Gathers what there is to tell of a week; changes nothing."""

    def __init__(self, unit_of_work: UnitOfWork, matches: MatchQueries, tournaments: Tournaments) -> None:
        self._unit_of_work = unit_of_work
        self._matches = matches
        self._tournaments = tournaments

    async def has_news(self, server: int, since: datetime, until: datetime) -> bool:
        """Return whether anything has happened in a server between two moments; no ply is looked at."""
        async with self._unit_of_work.store.read() as session:
            matches = await session.of(WeeklyLetterRepository).ended(server, since, until, _MOST_GAMES)
            if any(match.people and not match.aborted for match in matches):
                return True
            if await session.of(WeeklyLetterRepository).moved(server, since):
                return True
        return bool(await self._tournaments.ended(server, since, until, 1))

    async def week(
        self, server: int, since: datetime, until: datetime, sees: Callable[[Place], bool]
    ) -> Week:
        """Return the news of the games of a server between two moments.

        `sees` says which places everybody sees who reads it; of games in private threads nothing is told.
        """
        async with self._unit_of_work.store.read() as session:
            matches = await session.of(WeeklyLetterRepository).ended(server, since, until, _MOST_GAMES)
            waiting = await session.of(WeeklyLetterRepository).waiting(server, _MOST_WAITING)
            people = await session.of(WeeklyLetterRepository).moved(server, since)
        visible = [
            match for match in matches if match.people and not match.aborted and _is_public(match, sees)
        ]
        # Games between people come first.
        matches = tuple(sorted(visible, key=lambda match: match.has_engines))
        finest_ply, board = await self._finest(matches)
        return Week(
            matches,
            people,
            most_wins(matches),
            next(
                (match for match in waiting if _is_public(match, sees) and self._thinks_long(match, until)),
                None,
            ),
            finest_ply,
            board,
        )

    def _thinks_long(self, match: Match, now: datetime) -> bool:
        """Return whether a person takes long over their move without being on vacation."""
        person = match.mover
        return person is not None and match.turn_began <= now - _LONG and person not in match.away(now)

    async def _finest(self, matches: Sequence[Match]) -> tuple[FinestPly | None, MatchPosition | None]:
        """Return the finest ply of these games and the board it left, else that of the longest one."""
        best: FinestPly | None = None
        longest = max(matches, key=lambda match: match.plies, default=None)
        if longest is None:
            return None, None
        number, ply = longest.id, longest.plies
        for match in matches[:_MOST_LOOKED_THROUGH]:
            finest = await self._finest_of(match)
            if finest is not None and (best is None or finest.rank > best.rank):
                best, number, ply = finest, match.id, finest.ply.number
        return best, await self._matches.shown(number, ply)

    async def _finest_of(self, match: Match) -> FinestPly | None:
        async with self._unit_of_work.store.read() as session:
            log = await session.of(MatchLogRepository).plies(match.id, 0, match.plies)
        game = self._unit_of_work.games[match.key]
        first = game.new(match.options, players=len(match.players))
        return await asyncio.to_thread(lambda: finest(match, played_plies(first, log)))


def _is_public(match: Match, sees: Callable[[Place], bool]) -> bool:
    return not match.place.private and sees(match.stands_at)
