"""Lessons: their order, the judgement of answers, and the stored progress."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from bot.features.lessons.domain.lesson_files import shipped_lessons
from bot.features.lessons.domain.lessons import (
    JudgedAnswer,
    Lesson,
    LessonCourse,
    LessonReply,
    LessonResult,
    passed_steps,
)
from bot.features.lessons.store import LessonResultRepository
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.people.person import Request
from bot.model.refusal import Refusal
from rules.contract import Move, RulesError, State


@dataclass(frozen=True, slots=True)
class LessonTask:
    """A lesson in its course, with the state from which it is answered."""

    course: LessonCourse
    lesson: Lesson
    start: State

    @property
    def key(self) -> str:
        """The key of the lesson's game."""
        return self.course.key

    @property
    def number(self) -> int:
        """The lesson's place in the course, from 1."""
        return self.course.lessons.index(self.lesson) + 1


@dataclass(frozen=True, slots=True)
class RuleDrawing:
    """A lesson's drawing: the state after the right answer, on the board of the rules."""

    lesson: str
    state: State


class Lessons:
    """Gives lessons. They are private and do not count for ratings."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work

    @cached_property
    def _courses(self) -> Mapping[str, LessonCourse]:
        courses = (shipped_lessons(key) for key in self._unit_of_work.games)
        return {course.key: course for course in courses if course.lessons}

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the games that have lessons."""
        return tuple(self._courses)

    async def next(self, person: int, key: str | None) -> LessonTask:
        """Return a person's next lesson in a game.

        Without a `key` it is the game of their last lesson, or the first of all. Raises Refusal:
        "no-lessons".
        """
        results = await self._results(person)
        if key is None:
            own = [result for result in results if result.key in self._courses]
            latest = max(own, key=lambda result: result.last, default=None)
            key = next(iter(self._courses), "") if latest is None else latest.key
        if key not in self._courses:
            raise Refusal("no-lessons")
        return self._task(key, self._courses[key].next_for(results))

    def get(self, key: str, lesson: str) -> LessonTask:
        """Return a lesson by its id. Raises Refusal: "unknown-lesson"."""
        entry = self._courses[key].get(lesson) if key in self._courses else None
        if entry is None:
            raise Refusal("unknown-lesson")
        return self._task(key, entry)

    def drawings(
        self, key: str, options: Mapping[str, str], *, settled: bool = False
    ) -> tuple[RuleDrawing, ...]:
        """Return drawings of a game's lessons that hold with these options, on their board.

        In a match all options are `settled`, on a board only some. Raises Refusal: "no-lessons".
        """
        if key not in self._courses:
            raise Refusal("no-lessons")
        game = self._unit_of_work.games[key]
        chosen = options if settled else game.new(options).options
        drawn = (
            (lesson.id, lesson.drawing(game, chosen))
            for lesson in self._courses[key].lessons
            if lesson.holds_with(game, chosen, settled=settled)
        )
        return tuple(RuleDrawing(lesson, state) for lesson, state in drawn if state is not None)

    async def answer(self, request: Request, task: LessonTask, move: Move) -> JudgedAnswer:
        """Judge a legal move, and store the result."""
        reply = await asyncio.to_thread(task.lesson.reply_to, task.start, move)
        await self._remember(request, task, right=reply.reply.right)
        return reply

    async def answer_refused(
        self, request: Request, task: LessonTask, error: RulesError
    ) -> LessonReply | None:
        """Return the reply to an illegal answer, and store the result.

        None, and nothing is stored, if the lesson has no reply besides the error of the rules.
        """
        reply = task.lesson.reply_to_refused(error)
        if reply is not None:
            await self._remember(request, task, right=reply.right)
        return reply

    async def record_begin(self, request: Request, task: LessonTask) -> None:
        """Mark a lesson that is a game as done once it has begun."""
        await self._remember(request, task, right=True)

    async def done_lessons(self, person: int, key: str) -> frozenset[str]:
        return passed_steps(key, await self._results(person))

    async def _results(self, person: int) -> tuple[LessonResult, ...]:
        async with self._unit_of_work.store.read() as session:
            return await session.of(LessonResultRepository).of(person)

    async def _remember(self, request: Request, task: LessonTask, *, right: bool) -> None:
        """Store an answer; a lesson that is done stays done and keeps its number of mistakes."""
        person, key, lesson = request.person.id, task.key, task.lesson.id
        async with self._unit_of_work.write() as tx:
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            results = {
                (result.key, result.lesson): result
                for result in await tx.of(LessonResultRepository).of(person)
            }
            now = self._unit_of_work.clock()
            earlier = results.get((key, lesson), LessonResult(key, lesson, 0, done=False, last=now))
            if not earlier.done:
                earlier = replace(earlier, wrong=earlier.wrong + (not right), done=right)
            await tx.of(LessonResultRepository).save(person, replace(earlier, last=now))

    def _task(self, key: str, lesson: Lesson) -> LessonTask:
        return LessonTask(self._courses[key], lesson, lesson.state(self._unit_of_work.games[key]))
