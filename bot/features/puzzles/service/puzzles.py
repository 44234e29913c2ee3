"""Puzzles: choose them, judge answers, and store results."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.features.puzzles.domain.daily_puzzles import DAILY_PUZZLE, Streak
from bot.features.puzzles.domain.puzzles import (
    PuzzleAnswer,
    PuzzleResult,
    SetPuzzle,
    answer_to,
    hidden_end,
    in_a_row,
    main_line,
    next_puzzle,
    remaining_tree,
    set_puzzles,
)
from bot.features.puzzles.store import DailyPuzzleRepository, PuzzleResultRepository
from bot.features.servers.service.subscriptions import subscription_of
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.people.person import Request
from bot.model.refusal import Refusal
from engines.puzzles import shipped_lines, state_of
from rules.contract import Move, Outcome, State


@dataclass(frozen=True, slots=True)
class PuzzleProgress:
    """A person's progress on a board: `solved` of its `puzzles`, the streak, and the puzzle's `place`.

    `place` is the puzzle's index, from 0, the easiest.
    """

    place: int
    puzzles: int
    solved: int
    in_a_row: int


@dataclass(frozen=True, slots=True)
class PuzzleTask:
    """A person's puzzle: its state, and its `end` if the board does not show it."""

    puzzle: SetPuzzle
    start: State
    end: Outcome | None = None


class Puzzles:
    """Chooses puzzles and judges answers. Puzzles are private and unrated."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work

    @cached_property
    def _all(self) -> Mapping[int, SetPuzzle]:
        return set_puzzles(self._unit_of_work.games.values())

    @cached_property
    def _choices(self) -> Mapping[str, frozenset[frozenset[tuple[str, str]]]]:
        """The combinations of options for which each game has puzzles.

        At start the bot needs only these; loading numbers and boards, too, would take three times as long.
        """
        return {
            key: frozenset(frozenset(line.options.items()) for line in shipped_lines(key))
            for key in self._unit_of_work.games
        }

    @property
    def all(self) -> tuple[SetPuzzle, ...]:
        """The puzzles of all games."""
        return tuple(self._all.values())

    @property
    def _keys(self) -> tuple[str, ...]:
        """The keys of the games that have puzzles."""
        return tuple(dict.fromkeys(puzzle.key for puzzle in self._all.values()))

    def has(self, key: str, options: Mapping[str, str] = {}) -> bool:
        """Return whether a game has puzzles with these options."""
        return any(options.items() <= choices for choices in self._choices.get(key, ()))

    async def next(self, person: int, key: str | None, options: Mapping[str, str] = {}) -> PuzzleTask:
        """Return the next puzzle for a person, by default of their last game, or of the first game.

        `options` narrow the puzzles of a game to a board. Raises Refusal: "no-puzzles".
        """
        results = await self._results(person)
        if key is None:
            latest = max(results, key=lambda result: result.last, default=None)
            key = self._keys[0] if latest is None or latest.key not in self._keys else latest.key
        puzzles = self._on_board(key, options)
        if not puzzles:
            raise Refusal("no-puzzles")
        return await self._task(next_puzzle(puzzles, results))

    async def get(self, number: int) -> PuzzleTask:
        """Return a puzzle. Raises Refusal: "unknown-puzzle"."""
        if number not in self._all:
            raise Refusal("unknown-puzzle")
        return await self._task(self._all[number])

    async def answer(
        self,
        request: Request,
        task: PuzzleTask,
        plies: Sequence[Move],
        turns: Sequence[bool],
        state: State,
        move: Move,
        server: int | None = None,
    ) -> PuzzleAnswer:
        """Judge a move in the state reached by `plies` from the start, and store the result.

        `turns` marks the person's plies. Solving the daily puzzle of the current `server` continues their
        streak there. Raises Refusal: "unknown-puzzle".
        """
        tree = remaining_tree(task.puzzle.puzzle.tree, list(map(str, plies)), turns)
        if tree is None:
            raise Refusal("unknown-puzzle")
        answer = await asyncio.to_thread(answer_to, task.puzzle.puzzle, state, tree, move)
        if not answer.right or answer.solves:
            await self._store_result(request, task, server, wrong=not answer.right, solved=answer.solves)
        return answer

    async def give_up(self, request: Request, task: PuzzleTask, server: int | None = None) -> tuple[str, ...]:
        """Return a line of the solution; an unsolved puzzle counts as wrong.

        Raises Refusal "puzzle-of-today" for the current daily puzzle of the current `server`.
        """
        if await self.streak(request.person.id, task, server) is not None:
            raise Refusal("puzzle-of-today")
        await self._store_result(request, task, server, wrong=True, solved=False)
        return self.line(task)

    @staticmethod
    def line(task: PuzzleTask) -> tuple[str, ...]:
        return main_line(task.puzzle.puzzle.tree)

    async def streak(self, person: int, task: PuzzleTask, server: int | None) -> Streak | None:
        """Return a person's streak in a server whose current daily puzzle this is, else None."""
        if server is None:
            return None
        async with self._unit_of_work.store.read() as session:
            daily = await subscription_of(session, server, DAILY_PUZZLE)
            if daily is None or daily.item != task.puzzle.id:
                return None
            return await session.of(DailyPuzzleRepository).streak(person, server)

    async def progress(self, person: int, puzzle: SetPuzzle) -> PuzzleProgress:
        """Return a person's progress on the board of a puzzle."""
        numbers = [other.id for other in self._all.values() if other.board == puzzle.board]
        results = [result for result in await self._results(person) if result.puzzle in numbers]
        solved = sum(result.solved for result in results)
        return PuzzleProgress(numbers.index(puzzle.id), len(numbers), solved, in_a_row(results))

    def _on_board(self, key: str, options: Mapping[str, str]) -> list[SetPuzzle]:
        return [
            puzzle
            for puzzle in self._all.values()
            if puzzle.key == key and options.items() <= puzzle.options.items()
        ]

    async def _results(self, person: int) -> tuple[PuzzleResult, ...]:
        async with self._unit_of_work.store.read() as session:
            return await session.of(PuzzleResultRepository).of(person)

    async def _store_result(
        self, request: Request, task: PuzzleTask, server: int | None, *, wrong: bool, solved: bool
    ) -> None:
        """Store an answer; an earlier solution stays."""
        person, puzzle = request.person.id, task.puzzle
        async with self._unit_of_work.write() as tx:
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            result = {result.puzzle: result for result in await tx.of(PuzzleResultRepository).of(person)}.get(
                puzzle.id
            )
            now = self._unit_of_work.clock()
            if result is None:
                result = PuzzleResult(puzzle.key, puzzle.id, 0, solved=False, last=now)
            if not result.solved:
                result = replace(result, wrong=result.wrong + wrong, solved=solved)
            await tx.of(PuzzleResultRepository).save(person, replace(result, last=now))
            if server is None or not solved:
                return
            daily = await subscription_of(tx, server, DAILY_PUZZLE)
            if daily is not None and daily.item == puzzle.id:
                streak = await tx.of(DailyPuzzleRepository).streak(person, daily.server)
                await tx.of(DailyPuzzleRepository).save_streak(
                    person, daily.server, streak.solve(daily.number)
                )

    async def _task(self, puzzle: SetPuzzle) -> PuzzleTask:
        game = self._unit_of_work.games[puzzle.key]

        def load() -> PuzzleTask:
            start = state_of(game, puzzle.puzzle)
            return PuzzleTask(puzzle, start, hidden_end(puzzle.puzzle, start))

        return await asyncio.to_thread(load)
