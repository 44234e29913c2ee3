"""Weekly letters: the content of a subscription that tells a server of its week."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.letters.domain import WEEKLY_LETTER, covered_since
from bot.features.letters.events import LetterDue
from bot.features.letters.service.letter_contents import LetterContents
from bot.features.puzzles.domain.daily_puzzles import DAILY_PUZZLE, puzzles_in_turn
from bot.features.puzzles.service.puzzles import Puzzles
from bot.features.servers.domain import Issue, Subscription
from bot.features.servers.service.subscriptions import subscription_of
from bot.kernel.transactions.unit_of_work import RequestAction, UnitOfWork
from bot.repositories.servers.server_rules import ServerRulesRepository
from data.session import Session


class LetterAction(RequestAction):
    """Requests about letters."""

    WEEKLY_LETTER = "weekly-letter"


class WeeklyLetters:
    """The letters that servers get; in a week in which nothing has happened none comes."""

    kind: Final = WEEKLY_LETTER
    action: Final = LetterAction.WEEKLY_LETTER
    deed: Final = "weekly-letter"

    def __init__(self, unit_of_work: UnitOfWork, puzzles: Puzzles, contents: LetterContents) -> None:
        self._unit_of_work = unit_of_work
        self._puzzles = puzzles
        self._contents = contents

    async def upcoming(self, server: int) -> LetterDue | None:
        """Return a letter of the last seven days as a server will get them, None where it gets none."""
        now = self._unit_of_work.clock()
        async with self._unit_of_work.store.read() as session:
            letter = await subscription_of(session, server, self.kind)
            return None if letter is None else await self._due(session, replace(letter, posted=None), now)

    async def first(self, _session: Session, _server: int) -> int:
        """Letters are counted from the first one."""
        return 0

    async def has_news(self, letter: Subscription, now: datetime) -> bool:
        """Return whether anything has happened in the server since the last letter."""
        return await self._contents.has_news(letter.server, covered_since(letter, now), now)

    async def compose(self, session: Session, letter: Subscription, now: datetime) -> Issue:
        """Return the letter that is due."""
        due = await self._due(session, letter, now)
        return Issue(due, due.puzzle)

    async def _due(self, session: Session, letter: Subscription, now: datetime) -> LetterDue:
        """Return a letter with a puzzle of a game that its server allows.

        It is not the one of the server's day, nor the one before, whose solution comes with it.
        """
        server, number = letter.server, letter.number + 1
        rules = await session.of(ServerRulesRepository).of(server)
        daily = await subscription_of(session, server, DAILY_PUZZLE)
        passed_over = {letter.item, None if daily is None else daily.item}
        allowed = [puzzle for puzzle in self._puzzles.all if rules.allow_game(puzzle.key)]
        in_turn = (puzzle.id for puzzle in puzzles_in_turn(allowed, f"week/{server}", number))
        next_puzzle = next((puzzle for puzzle in in_turn if puzzle not in passed_over), None)
        since = covered_since(letter, now)
        return LetterDue(server, letter.channel, number, since, now, next_puzzle, letter.item)
