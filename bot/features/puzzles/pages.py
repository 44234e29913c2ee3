"""The private pages of a puzzle: the position with the menus for answering, and the result of an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.offered_boards import OfferedBoard
from bot.chat.core.pictures import Pictures
from bot.chat.core.walked_game import NOTHING_TRIED
from bot.chat.core.words import move_labels, phrases
from bot.chat.parts.moves import explored_line, guide_page
from bot.chat.parts.moves.board_order import BoardOrder
from bot.chat.parts.moves.choices import choice_blocks
from bot.chat.parts.moves.explored_line import Exploration
from bot.chat.parts.moves.happened import happened_blocks
from bot.chat.parts.moves.line_offer import line_offer
from bot.chat.parts.moves.move_picker import PickerStep
from bot.chat.parts.moves.move_tree import StepChoice
from bot.chat.parts.moves.step_marks import marked_picture, step_marks
from bot.features.puzzles.service.puzzles import PuzzleProgress, PuzzleTask
from bot.locale import Language
from engines.puzzles import Goal
from render import PlayerLine, Scoreboard, View
from rules.contract import Game, InvalidMove, Move, RulesError, State

_ASKED: Final[Mapping[Goal, str]] = {
    Goal.WIN: "puzzle.win",
    Goal.SAVE: "puzzle.save",
    Goal.HOLD: "puzzle.hold-on",
    Goal.KEEP: "puzzle.keep-on",
    Goal.TAKE: "puzzle.take",
}
_ASKED_ONCE: Final[Mapping[Goal, str]] = {
    Goal.WIN: "puzzle.win-now",
    Goal.SAVE: "puzzle.save",
    Goal.HOLD: "puzzle.hold",
    Goal.KEEP: "puzzle.keep",
    Goal.TAKE: "puzzle.take",
}
"""The task by goal, if the solver has a single move."""


@dataclass(frozen=True, slots=True)
class ShownPuzzle:
    """The content of a page: the task, its line so far, and the feedback on it.

    The solution of a daily puzzle is hidden until the next one.
    """

    task: PuzzleTask
    exploration: Exploration
    replies: Sequence[str] = ()
    over: bool = False
    daily: bool = False


async def puzzle_page(
    pictures: Pictures,
    puzzle_view: ShownPuzzle,
    progress: PuzzleProgress,
    board: OfferedBoard,
    boards: Sequence[OfferedBoard],
    t: Language,
) -> layouts.Page:
    """Return the page of a puzzle on a `board`, with a menu of all `boards` with puzzles.

    An unsolved puzzle has menus for answering.
    """
    task, explored = puzzle_view.task, puzzle_view.exploration
    puzzle, state, start = task.puzzle, explored.state, task.start
    step = PickerStep()
    ways: tuple[StepChoice, ...] = ()
    if not puzzle_view.over:
        explored, step, ways = explored_line.next_choices(explored, calls=True)
    view = View(seat=start.turn, over=state.outcome is not None, scoreboard=sides(task, t))
    marks = step_marks(state, tuple(move for way in ways for move in way.moves), step)
    picture = await marked_picture(pictures, state, t, view, marks)
    heading = t(
        "puzzle.title",
        game=board.name(t),
        number=progress.place + 1,
        count=progress.puzzles,
    )
    lines = [heading, task_text(task, t), t("puzzle.private", solved=progress.solved)]
    foot = list[layouts.Button]()
    line = explored_line.write_line(task.start, explored.plies, calls=True)
    if explored.chooses:
        back = f"{line}.{explored_line.picks_text(explored)[:-1]}"
        foot.append(layouts.button(t("button.back"), _at(task, back)))
    if not puzzle_view.over and not puzzle_view.daily:
        foot.append(
            layouts.button(t("button.puzzle-solution"), custom_ids.write("puzzle-solution", puzzle.id))
        )
    following = ButtonStyle.primary if puzzle_view.over else ButtonStyle.secondary
    foot.append(layouts.button(t("button.puzzle-next"), custom_ids.write("puzzle-next", board.id), following))
    options = [
        discord.SelectOption(label=other_board.name(t), value=other_board.id) for other_board in boards
    ]
    menus = [
        layouts.select(
            custom_ids.write("puzzle-of", *([number] if number else [])), t("leaders.choose"), part
        )
        for number, part in enumerate(layouts.in_menus(options))
    ]
    happened = happened_blocks(puzzle_view.replies)
    offer = line_offer(
        explored,
        line,
        step,
        ways,
        BoardOrder.of(pictures.layout(state, view)),
        lambda offered: guide_page.named_ways(state, offered, step, t),
        lambda text: _at(task, text),
        t,
        calls=True,
    )
    upper = [*layouts.picture_blocks(puzzle.key, picture, t), *happened.blocks]
    lower = [layouts.buttons(*foot), *menus]
    choices = choice_blocks(offer, [*upper, *lower], picture.ratio, t)
    top = layouts.text("\n".join(part for part in (*lines, *happened.earlier) if part))
    return layouts.page(top, *upper, *choices, *lower), [picture]


def ply_name(game: Game, state: State, text: str, t: Language) -> str:
    """Return the name of a ply played in a state; the text itself for an invalid ply."""
    try:
        move: Move = state.parse(text)
    except (InvalidMove, RulesError):
        return text
    return move_labels.move_label(game, move, 0, t, whole=True)


def beginning(task: PuzzleTask) -> Exploration:
    """Return a puzzle's line before any answer."""
    return explored_line.read_line(task.start, NOTHING_TRIED, calls=True)


def line_text(task: PuzzleTask, line: Sequence[str], t: Language) -> str:
    """Return the text of a line from a puzzle's start."""
    state, words = task.start, list[str]()
    for ply in line:
        words.append(f"**{ply_name(state.game, state, ply, t)}**")
        state = state.play(state.parse(ply))
    return t("plan.then").join(words)


def sides(task: PuzzleTask, t: Language) -> Scoreboard:
    """Return the plates of both sides, for men in hand and counts that end the game."""
    return Scoreboard(tuple(PlayerLine("", role) for role in _roles(task, t)))


def _roles(task: PuzzleTask, t: Language) -> Sequence[str]:
    return [t(f"{task.puzzle.key}.role.{role}") for role in task.start.game.roles(task.start.players)]


def task_text(task: PuzzleTask, t: Language) -> str:
    """Return the text of a task: side, goal, and invisible facts."""
    puzzle, key = task.puzzle.puzzle, task.puzzle.key
    roles = _roles(task, t)
    role = roles[task.start.turn or 0]
    count = len(task.start.legal_moves())
    text = t(
        _ASKED[puzzle.goal] if puzzle.moves > 1 else _ASKED_ONCE[puzzle.goal],
        role=role,
        moves=puzzle.moves,
        count=count,
    )
    parts = [text]
    if task.end is not None:
        winner, loser = (
            t("list.and").join(name for seat, name in enumerate(roles) if (seat in task.end.winners) is won)
            for won in (True, False)
        )
        end = t(f"{key}.outcome.{task.end.reason}", winner=winner, loser=loser)
        parts.append(t("puzzle.end", end=end))
    rules = phrases.choices(key, task.start.game, puzzle.options.items(), t)
    return "\n".join(part for part in (" ".join(parts), rules) if part)


def _at(task: PuzzleTask, text: str) -> str:
    return custom_ids.write("puzzle", task.puzzle.id, text)
