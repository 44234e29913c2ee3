"""Weekly letters: their contents, their composition and their route."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from bot.features.letters.domain import (
    WEEKLY_LETTER,
    FinestPly,
    LetterDue,
    MostWins,
    finest,
    most_wins,
    period_start,
)
from bot.features.letters.store import WeeklyLetterRepository
from bot.features.matches.service.match_queries import MatchQueries, played_plies
from bot.features.puzzles.domain.daily_puzzles import DAILY_PUZZLE, puzzles_in_turn
from bot.features.puzzles.service.puzzles import Puzzles
from bot.features.servers.domain import Issue, Subscription
from bot.features.servers.service.subscriptions import subscription_of
from bot.features.tournaments.service.tournaments import Tournaments
from bot.kernel.outbox.message_routes import MessageRoute, OutgoingMessage
from bot.kernel.outbox.recorded import Recipient
from bot.kernel.transactions.unit_of_work import RequestAction, UnitOfWork
from bot.model.match.match import Match, MatchPosition
from bot.model.people.person import Place
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.servers.server_rules import ServerRulesRepository
from data.session import Session

_MAX_GAMES: Final = 200
_MAX_EXAMINED: Final = 40
"""The number of latest games whose plies are searched for the finest one."""
_MAX_WAITING: Final = 50
_LONG: Final = timedelta(days=1)
"""The minimum duration of a turn that the letter mentions."""


@dataclass(frozen=True, slots=True)
class Week:
    """A server's week.

    `ended` are people's games that ended with a result, the latest first, games with engines last; `moved`
    counts the running games with activity. `waiting` is the game with the longest current turn, None if none
    is long. `board` is the position after the `finest` ply or, without such a ply, at the end of the longest
    game.
    """

    ended: tuple[Match, ...]
    moved: int
    wins: MostWins | None
    waiting: Match | None
    finest: FinestPly | None
    board: MatchPosition | None


class LetterContents:
    """Collects a week's news; read-only."""

    def __init__(self, unit_of_work: UnitOfWork, matches: MatchQueries, tournaments: Tournaments) -> None:
        self._unit_of_work = unit_of_work
        self._matches = matches
        self._tournaments = tournaments

    async def has_news(self, server: int, since: datetime, until: datetime) -> bool:
        """Return whether a server had any activity between `since` and `until`; searches no plies."""
        async with self._unit_of_work.store.read() as session:
            matches = await session.of(WeeklyLetterRepository).ended_matches(server, since, until, _MAX_GAMES)
            if any(match.people and not match.is_aborted for match in matches):
                return True
            if await session.of(WeeklyLetterRepository).count_active(server, since):
                return True
        return bool(await self._tournaments.list_ended(server, since, until, 1))

    async def week(
        self, server: int, since: datetime, until: datetime, sees: Callable[[Place], bool]
    ) -> Week:
        """Return the news of a server's games between `since` and `until`.

        `sees` returns whether all readers can see a place; games in private threads are omitted.
        """
        async with self._unit_of_work.store.read() as session:
            matches = await session.of(WeeklyLetterRepository).ended_matches(server, since, until, _MAX_GAMES)
            waiting = await session.of(WeeklyLetterRepository).waiting(server, _MAX_WAITING)
            people = await session.of(WeeklyLetterRepository).count_active(server, since)
        visible = [
            match for match in matches if match.people and not match.is_aborted and _is_public(match, sees)
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
        """Return whether it has long been a person's turn, and they are not on vacation."""
        person = match.mover
        return person is not None and match.turn_began <= now - _LONG and person not in match.away(now)

    async def _finest(self, matches: Sequence[Match]) -> tuple[FinestPly | None, MatchPosition | None]:
        """Return the finest ply of these games and the board after it, else the longest game's last board."""
        best: FinestPly | None = None
        longest = max(matches, key=lambda match: match.plies, default=None)
        if longest is None:
            return None, None
        number, ply = longest.id, longest.plies
        for match in matches[:_MAX_EXAMINED]:
            finest = await self._finest_of(match)
            if finest is not None and (best is None or finest.rank > best.rank):
                best, number, ply = finest, match.id, finest.ply.number
        return best, await self._matches.display_position(number, ply)

    async def _finest_of(self, match: Match) -> FinestPly | None:
        async with self._unit_of_work.store.read() as session:
            log = await session.of(MatchLogRepository).plies(match.id, 0, match.plies)
        game = self._unit_of_work.games[match.key]
        first = game.new(match.options, players=len(match.players))
        return await asyncio.to_thread(lambda: finest(match, played_plies(first, log)))


def _is_public(match: Match, sees: Callable[[Place], bool]) -> bool:
    return not match.place.private and sees(match.stands_at)


class LetterAction(RequestAction):
    """Requests about letters."""

    WEEKLY_LETTER = "weekly-letter"


class WeeklyLetters:
    """The weekly letters of servers; a week without activity has none."""

    kind: Final = WEEKLY_LETTER
    action: Final = LetterAction.WEEKLY_LETTER
    audit_action: Final = "weekly-letter"

    def __init__(self, unit_of_work: UnitOfWork, puzzles: Puzzles, contents: LetterContents) -> None:
        self._unit_of_work = unit_of_work
        self._puzzles = puzzles
        self._contents = contents

    async def upcoming(self, server: int) -> LetterDue | None:
        """Return a preview of the letter, about the last seven days; None without a subscription."""
        now = self._unit_of_work.clock()
        async with self._unit_of_work.store.read() as session:
            letter = await subscription_of(session, server, self.kind)
            return None if letter is None else await self._due(session, replace(letter, posted=None), now)

    async def first(self, _session: Session, _server: int) -> int:
        return 0

    async def has_news(self, letter: Subscription, now: datetime) -> bool:
        """Return whether the server had any activity since the last letter."""
        return await self._contents.has_news(letter.server, period_start(letter, now), now)

    async def compose(self, session: Session, letter: Subscription, now: datetime) -> Issue:
        due = await self._due(session, letter, now)
        return Issue(due, due.puzzle)

    async def _due(self, session: Session, letter: Subscription, now: datetime) -> LetterDue:
        """Return a letter with a puzzle of a game that its server allows.

        The puzzle differs from the server's puzzle of the day and from the previous letter's, whose solution
        this letter contains.
        """
        server, number = letter.server, letter.number + 1
        rules = await session.of(ServerRulesRepository).of(server)
        daily = await subscription_of(session, server, DAILY_PUZZLE)
        passed_over = {letter.item, None if daily is None else daily.item}
        allowed = [puzzle for puzzle in self._puzzles.all if rules.allow_game(puzzle.key)]
        in_turn = (puzzle.id for puzzle in puzzles_in_turn(allowed, f"week/{server}", number))
        next_puzzle = next((puzzle for puzzle in in_turn if puzzle not in passed_over), None)
        since = period_start(letter, now)
        return LetterDue(server, letter.channel, number, since, now, next_puzzle, letter.item)


def _letter(event: LetterDue, _recipients: Sequence[Recipient], _now: datetime) -> Sequence[OutgoingMessage]:
    return [OutgoingMessage(event, event.server)]


LETTER_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (MessageRoute(LetterDue, elsewhere=_letter),)
