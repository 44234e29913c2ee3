"""Weekly letters: an admin chooses channel, day and time, then time brings one every week."""

from dataclasses import replace
from datetime import datetime, time
from typing import Final

from bot.play.domain.learning.daily_puzzles import puzzles_in_turn
from bot.play.domain.outbox.server_events import LetterDue
from bot.play.domain.people.person import Place, Request
from bot.play.domain.people.person_settings import USUAL
from bot.play.domain.refusal import Refusal
from bot.play.domain.servers.server_rules import AdminAction, AuditEntry
from bot.play.domain.servers.weekly_letters import WeeklyLetter, next_letter
from bot.play.learning.puzzles import Puzzles
from bot.play.letters.letter_contents import LetterContents
from bot.play.repositories.learning.daily_puzzles import DailyPuzzleRepository
from bot.play.repositories.person_settings import PersonSettingsRepository
from bot.play.repositories.servers.server_rules import ServerRulesRepository
from bot.play.repositories.servers.servers import ServerRepository
from bot.play.repositories.servers.weekly_letters import WeeklyLetterRepository
from bot.play.storage.unit_of_work import RequestAction, Transaction, UnitOfWork
from data.session import Session

_ACTION: Final = RequestAction.WEEKLY_LETTER
_DEED: Final = AdminAction.WEEKLY_LETTER


class WeeklyLetters:
    """The weekly letters of servers. Who is in charge of one is to be checked before."""

    def __init__(self, unit_of_work: UnitOfWork, puzzles: Puzzles, contents: LetterContents) -> None:
        self._unit_of_work = unit_of_work
        self._puzzles = puzzles
        self._contents = contents

    async def begin(self, request: Request, server: int, place: Place, day: int, clock: time) -> WeeklyLetter:
        """Have a letter posted in a place every week, on a day (0 is Monday) and at a time.

        Both are those of the zone that the person lives by. A server has one such place: another one takes
        its turn. Of a thread it is the channel that it hangs in.
        """

        async def act(tx: Transaction) -> WeeklyLetter:
            now = self._unit_of_work.clock()
            await self._unit_of_work.people.meet(tx, request.person, place)
            await self._unit_of_work.note(tx, request, _ACTION, server, now=now)
            person = request.person.id
            zone = (await tx.of(PersonSettingsRepository).of({person})).get(person, USUAL).preferences.zone
            before = await tx.of(WeeklyLetterRepository).get(server, lock=True)
            due = next_letter(now, day, clock, zone)
            so_far = (0, None, None) if before is None else (before.number, before.told, before.puzzle)
            letter = WeeklyLetter(server, place.base_channel, day, clock, zone, due, *so_far)
            await tx.of(WeeklyLetterRepository).put(letter)
            note = f"on {letter.channel}"
            await tx.of(ServerRepository).do(server, AuditEntry(now, person, _DEED, None, note))
            return letter

        async def again(session: Session, _: object) -> WeeklyLetter:
            found = await session.of(WeeklyLetterRepository).get(server)
            if found is None:
                raise Refusal("request-taken")
            return found

        return await self._unit_of_work.once(request, _ACTION, server, act, again)

    async def end(self, request: Request, server: int) -> None:
        """Have a server have no weekly letter any more."""

        async def act(tx: Transaction) -> None:
            now = self._unit_of_work.clock()
            await self._unit_of_work.note(tx, request, _ACTION, server, now=now)
            before = await tx.of(WeeklyLetterRepository).get(server, lock=True)
            if before is not None:
                await tx.of(WeeklyLetterRepository).remove(server)
                note = f"off {before.channel}"
                await tx.of(ServerRepository).do(
                    server, AuditEntry(now, request.person.id, _DEED, None, note)
                )

        async def again(_session: Session, _: object) -> None:
            return None

        await self._unit_of_work.once(request, _ACTION, server, act, again)

    async def upcoming(self, server: int) -> LetterDue | None:
        """Return a letter of the last seven days as a server will get them, None where it gets none."""
        now = self._unit_of_work.clock()
        async with self._unit_of_work.store.read() as session:
            letter = await session.of(WeeklyLetterRepository).get(server)
            return None if letter is None else await self._due(session, replace(letter, told=None), now)

    async def post(self, server: int) -> None:
        """Have the letter of a server told that is due.

        In a week in which nothing has happened, and in a server without the bot, none comes.
        """
        async with self._unit_of_work.store.read() as session:
            letter = await session.of(WeeklyLetterRepository).get(server)
        now = self._unit_of_work.clock()
        if letter is None or letter.due > now:
            return
        news = await self._contents.has_news(server, letter.since(now), now)
        async with self._unit_of_work.write() as tx:
            letter = await tx.of(WeeklyLetterRepository).get(server, lock=True)
            if letter is None or letter.due > now:
                return
            if not news or await tx.of(ServerRepository).is_gone(server):
                due = next_letter(now, letter.day, letter.time, letter.zone)
                await tx.of(WeeklyLetterRepository).put_off(server, due)
                return
            told = await self._due(tx, letter, now)
            await tx.of(WeeklyLetterRepository).put(letter.posted(told.puzzle, now))
            tx.record(told)

    async def refused(self, server: int, channel: int) -> None:
        """Post no more in a channel that is there no more."""
        async with self._unit_of_work.write() as tx:
            letter = await tx.of(WeeklyLetterRepository).get(server, lock=True)
            if letter is not None and letter.channel == channel:
                await tx.of(WeeklyLetterRepository).remove(server)

    async def _due(self, session: Session, letter: WeeklyLetter, now: datetime) -> LetterDue:
        """Return a letter with a puzzle of a game that its server allows.

        It is not the one of the server's day, nor the one before, whose solution comes with it.
        """
        server, number = letter.server, letter.number + 1
        rules, daily = (
            await session.of(ServerRulesRepository).of(server),
            await session.of(DailyPuzzleRepository).get(server),
        )
        passed_over = {letter.puzzle, None if daily is None else daily.puzzle}
        allowed = [one for one in self._puzzles.all if rules.allow_game(one.key)]
        in_turn = (one.id for one in puzzles_in_turn(allowed, f"week/{server}", number))
        chosen = next((one for one in in_turn if one not in passed_over), None)
        return LetterDue(server, letter.channel, number, letter.since(now), now, chosen, letter.puzzle)
