"""Daily puzzles: the content of a subscription that posts one puzzle every day."""

from datetime import datetime
from typing import Final

from bot.features.puzzles.domain.daily_puzzles import DAILY_PUZZLE, puzzle_of_day
from bot.features.puzzles.events import PuzzleOfDay
from bot.features.puzzles.service.puzzles import Puzzles
from bot.features.puzzles.store import DailyPuzzleRepository
from bot.features.servers.domain import Issue, Subscription
from bot.kernel.transactions.unit_of_work import RequestAction
from bot.repositories.servers.server_rules import ServerRulesRepository
from data.session import Session


class DailyPuzzleAction(RequestAction):
    """Requests about daily puzzles."""

    DAILY_PUZZLE = "daily-puzzle"


class DailyPuzzles:
    """The daily puzzles of servers, from the games that they allow."""

    kind: Final = DAILY_PUZZLE
    action: Final = DailyPuzzleAction.DAILY_PUZZLE
    audit_action: Final = "daily-puzzle"

    def __init__(self, puzzles: Puzzles) -> None:
        self._puzzles = puzzles

    async def first(self, session: Session, server: int) -> int:
        """Return the highest number of a solved puzzle: streaks survive a pause of the daily puzzles."""
        return await session.of(DailyPuzzleRepository).last_solved_number(server)

    async def has_news(self, _subscription: Subscription, _now: datetime) -> bool:
        """Return True: there is always another puzzle."""
        return True

    async def compose(self, session: Session, daily: Subscription, _now: datetime) -> Issue | None:
        """Return the puzzle of the day, None without a puzzle of an allowed game."""
        rules = await session.of(ServerRulesRepository).of(daily.server)
        allowed = [puzzle for puzzle in self._puzzles.all if rules.allow_game(puzzle.key)]
        if not allowed:
            return None
        number = daily.number + 1
        todays = puzzle_of_day(allowed, daily.server, number, daily.item)
        return Issue(PuzzleOfDay(daily.server, daily.channel, number, todays.id, daily.item), todays.id)
