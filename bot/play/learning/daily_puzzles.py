"""Daily puzzles: an admin chooses channel and time, then time brings one every day."""

from datetime import time

from bot.play.domain.learning.daily_puzzles import DailyPuzzle, next_posting, puzzle_of_day
from bot.play.domain.outbox.server_events import PuzzleOfDay
from bot.play.domain.people.person import Place, Request
from bot.play.domain.people.person_settings import USUAL
from bot.play.domain.refusal import Refusal
from bot.play.domain.servers.server_rules import AdminAction, AuditEntry
from bot.play.learning.puzzles import Puzzles
from bot.play.repositories.learning.daily_puzzles import DailyPuzzleRepository
from bot.play.repositories.person_settings import PersonSettingsRepository
from bot.play.repositories.servers.server_rules import ServerRulesRepository
from bot.play.repositories.servers.servers import ServerRepository
from bot.play.storage.unit_of_work import RequestAction, Transaction, UnitOfWork
from data.session import Session


class DailyPuzzles:
    """The daily puzzles of servers. Who is in charge of one is to be checked before."""

    def __init__(self, unit_of_work: UnitOfWork, puzzles: Puzzles) -> None:
        self._unit_of_work = unit_of_work
        self._puzzles = puzzles

    async def begin(self, request: Request, server: int, place: Place, clock: time) -> DailyPuzzle:
        """Have a puzzle posted in a place every day at a time of the zone that the person lives by.

        For a thread it is the parent channel: a thread belongs to one game, and rests when that is over.
        A server has one such place: another one takes its turn, and streaks go on. So they do where it had
        none for a while: numbers go on from the last puzzle that anybody has solved.
        """

        async def act(tx: Transaction) -> DailyPuzzle:
            now = self._unit_of_work.clock()
            await self._unit_of_work.people.meet(tx, request.person, place)
            await self._unit_of_work.note(tx, request, RequestAction.DAILY_PUZZLE, server, now=now)
            person = request.person.id
            zone = (await tx.of(PersonSettingsRepository).of({person})).get(person, USUAL).preferences.zone
            before = await tx.of(DailyPuzzleRepository).get(server, lock=True)
            if before is None:
                number, puzzle = await tx.of(DailyPuzzleRepository).last_solved(server), None
            else:
                number, puzzle = before.number, before.puzzle
            due = next_posting(now, clock, zone)
            daily = DailyPuzzle(server, place.base_channel, clock, zone, due, number, puzzle)
            await tx.of(DailyPuzzleRepository).put(daily)
            note = f"on {daily.channel}"
            await tx.of(ServerRepository).do(
                server, AuditEntry(now, person, AdminAction.DAILY_PUZZLE, None, note)
            )
            return daily

        async def again(session: Session, _: object) -> DailyPuzzle:
            found = await session.of(DailyPuzzleRepository).get(server)
            if found is None:
                raise Refusal("request-taken")
            return found

        return await self._unit_of_work.once(request, RequestAction.DAILY_PUZZLE, server, act, again)

    async def end(self, request: Request, server: int) -> None:
        """Have a server have no daily puzzle any more."""

        async def act(tx: Transaction) -> None:
            now = self._unit_of_work.clock()
            await self._unit_of_work.note(tx, request, RequestAction.DAILY_PUZZLE, server, now=now)
            before = await tx.of(DailyPuzzleRepository).get(server, lock=True)
            if before is not None:
                await tx.of(DailyPuzzleRepository).remove(server)
                note = f"off {before.channel}"
                deed = AuditEntry(now, request.person.id, AdminAction.DAILY_PUZZLE, None, note)
                await tx.of(ServerRepository).do(server, deed)

        async def again(_session: Session, _: object) -> None:
            return None

        await self._unit_of_work.once(request, RequestAction.DAILY_PUZZLE, server, act, again)

    async def post(self, server: int) -> None:
        """Have the puzzle of a server told that is due; in one without the bot it waits for a day."""
        async with self._unit_of_work.write() as tx:
            now = self._unit_of_work.clock()
            daily = await tx.of(DailyPuzzleRepository).get(server, lock=True)
            if daily is None or daily.due > now:
                return
            gone = await tx.of(ServerRepository).is_gone(server)
            rules = await tx.of(ServerRulesRepository).of(server)
            allowed = [one for one in self._puzzles.all if rules.allow_game(one.key)]
            if gone or not allowed:
                due = next_posting(now, daily.time, daily.zone)
                await tx.of(DailyPuzzleRepository).put_off(server, due)
                return
            chosen = puzzle_of_day(allowed, server, daily.number + 1, daily.puzzle)
            after = daily.posted(chosen.id, now)
            await tx.of(DailyPuzzleRepository).put(after)
            tx.record(PuzzleOfDay(server, daily.channel, after.number, chosen.id, daily.puzzle))

    async def refused(self, server: int, channel: int) -> None:
        """Post no more in a channel that is there no more."""
        async with self._unit_of_work.write() as tx:
            daily = await tx.of(DailyPuzzleRepository).get(server, lock=True)
            if daily is not None and daily.channel == channel:
                await tx.of(DailyPuzzleRepository).remove(server)
