"""`/puzzle`: positions to solve by choosing moves."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.game_option import game_option
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.offered_boards import OfferedBoard, board_of, named_board, offered_boards
from bot.chat.parts.moves import explored_line
from bot.chat.parts.moves.explored_line import Exploration
from bot.chat.parts.moves.line_offer import pressed_text
from bot.features.puzzles.domain.puzzles import PuzzleAnswer
from bot.features.puzzles.pages import ShownPuzzle, beginning, line_text, ply_name, puzzle_page
from bot.features.puzzles.service.puzzles import PuzzleTask
from bot.features.puzzles.services import PuzzleServices
from engines.puzzles import Goal

_REFUTED: Final[Mapping[Goal, str]] = {
    Goal.WIN: "puzzle.wrong-holds",
    Goal.SAVE: "puzzle.wrong-lost",
    Goal.HOLD: "puzzle.wrong-lost",
    Goal.KEEP: "puzzle.wrong-gone",
    Goal.TAKE: "puzzle.wrong-late",
}
"""The effect of a reply to a wrong move, by goal."""


async def turn(services: PuzzleServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Continue choosing a move, or judge the chosen move."""
    (number,) = press.numbers(1)
    task = await services.puzzles.get(number)
    before = explored_line.read_line(task.start, pressed_text(context, press.after(1)), calls=True)
    after, _, _ = explored_line.next_choices(before, calls=True)
    if len(after.plies) == len(before.plies):
        await _show(services, context, ShownPuzzle(task, before))
        return
    move = after.plies[-1]
    turns = _turns(task, before)
    answer = await services.puzzles.answer(
        context.request, task, before.plies, turns, before.state, move, context.place.server
    )
    await _show(
        services,
        context,
        await _judge(services, context, task, Exploration(before.plies, before.state), after, answer),
    )


async def solution(services: PuzzleServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the solution of a puzzle."""
    (number,) = press.numbers(1)
    task = await services.puzzles.get(number)
    line = await services.puzzles.give_up(context.request, task, context.place.server)
    state = task.start
    for ply in line:
        state = state.play(state.parse(ply))
    text = context.t("puzzle.solution", line=line_text(task, line, context.t))
    await _show(services, context, ShownPuzzle(task, Exploration((), state), (text,), over=True))


async def of_day(services: PuzzleServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the puzzle of a day or a week; except for today's daily puzzle, it is shown like any other."""
    number, _ = press.numbers(2)
    task = await services.puzzles.get(number)
    await _show(services, context, ShownPuzzle(task, beginning(task)))


async def following(services: PuzzleServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the next puzzle of a board."""
    task = await _next(services, context, press.rest)
    await _show(services, context, ShownPuzzle(task, beginning(task)))


async def of_game(services: PuzzleServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show a puzzle of the chosen board."""
    task = await _next(services, context, context.choice)
    await _show(services, context, ShownPuzzle(task, beginning(task)))


async def _judge(
    services: PuzzleServices,
    context: InteractionContext,
    task: PuzzleTask,
    before: Exploration,
    after: Exploration,
    answer: PuzzleAnswer,
) -> ShownPuzzle:
    """Return the feedback on an answer."""
    t, game = context.t, task.start.game
    move = ply_name(game, before.state, str(after.plies[-1]), t)
    if not answer.right:
        lines = [t("puzzle.wrong", move=move)]
        if answer.reply is not None:
            lines.append(
                t(_REFUTED[task.puzzle.puzzle.goal], reply=ply_name(game, after.state, answer.reply, t))
            )
        return ShownPuzzle(task, before, (" ".join(lines),))
    if answer.reply is None:
        lines = [t("puzzle.solved", move=move)]
        row = (await services.puzzles.progress(context.person.id, task.puzzle)).in_a_row
        lines += [t("puzzle.in-a-row", count=row)] if row > 1 else []
        streak = await services.puzzles.streak(context.person.id, task, context.place.server)
        if streak is not None:
            lines.append(t("puzzle.streak", n=streak.length, best=streak.best))
        return ShownPuzzle(task, after, (" ".join(lines),), over=True)
    if not answer.reply:
        return ShownPuzzle(task, after, (t("puzzle.right", move=move),))
    reply = after.state.parse(answer.reply)
    on = Exploration((*after.plies, reply), after.state.play(reply))
    text = t("puzzle.right-reply", move=move, reply=ply_name(game, after.state, answer.reply, t))
    return ShownPuzzle(task, on, (text,))


def _turns(task: PuzzleTask, line: Exploration) -> list[bool]:
    """Return, for each ply of a line, whether it is the solver's."""
    state, turns = task.start, list[bool]()
    for ply in line.plies:
        turns.append(state.turn == task.start.turn)
        state = state.play(ply)
    return turns


async def _show(services: PuzzleServices, context: InteractionContext, view: ShownPuzzle) -> None:
    await context.show_page(*await _page(services, context, view))


async def _page(services: PuzzleServices, context: InteractionContext, view: ShownPuzzle) -> layouts.Page:
    person, task = context.person.id, view.task
    streak = await services.puzzles.streak(person, task, context.place.server)
    progress = await services.puzzles.progress(person, task.puzzle)
    view = replace(view, daily=streak is not None)
    games = services.interactions.games
    board = board_of(games, task.puzzle.key, task.puzzle.options)
    boards = [other_board for other_board in offered_boards(games) if _has_puzzles(services, other_board)]
    return await puzzle_page(context.pictures, view, progress, board, boards, context.t)


async def _next(services: PuzzleServices, context: InteractionContext, key: str | None) -> PuzzleTask:
    """Return the next puzzle of a board, of any board of a game, or of the person's last game.

    Raises Refusal: "no-puzzles", "unknown-rules".
    """
    games, person = services.interactions.games, context.person.id
    if key is None or key in games:
        return await services.puzzles.next(person, key)
    board = named_board(games, key)
    return await services.puzzles.next(person, board.key, board.options)


def _has_puzzles(services: PuzzleServices, board: OfferedBoard) -> bool:
    return services.puzzles.has(board.key, board.options)


def puzzle_command(services: PuzzleServices) -> Command:
    async def run(context: InteractionContext, game: str | None = None) -> None:
        task = await _next(services, context, game)
        await context.show(*await _page(services, context, ShownPuzzle(task, beginning(task))))

    return command(
        services.interactions,
        "command.puzzle",
        run,
        game=game_option(
            services.interactions, "option.puzzle.about", lambda board: _has_puzzles(services, board)
        ),
    )


HANDLERS: Mapping[str, HandlerOf[PuzzleServices]] = {
    "puzzle": turn,
    "puzzle-solution": solution,
    "puzzle-next": following,
    "puzzle-of": of_game,
    "daily-puzzle": of_day,
    "weekly-puzzle": of_day,
}

COMMANDS: Final = (SlashCommandOf("puzzle", puzzle_command, Reach.ANYWHERE, HelpGroup.BEGIN.at(80)),)
