"""The message with a server's daily puzzle, and the solution of the previous one."""

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage, Scene, headline
from bot.chat.core.words.game_names import board_name
from bot.features.puzzles.pages import line_text, sides, task_text
from bot.features.puzzles.service.puzzles import Puzzles, PuzzleTask
from bot.locale import Language
from render import View


def daily_mark(number: int, task: PuzzleTask) -> str:
    """Return the custom_id that identifies the message of a daily puzzle."""
    return custom_ids.write("daily-puzzle", task.puzzle.id, number)


def daily_message(
    number: int, task: PuzzleTask, before: PuzzleTask | None, theme: str, t: Language
) -> PublicMessage:
    """Return the message of a server's daily puzzle, drawn in the theme of the server's pictures."""
    title = t("puzzle.of-day", number=number)
    body = [task_text(task, t)]
    if before is not None:
        line = line_text(before, Puzzles.line(before), t)
        body.append(t("puzzle.day-before", board=_board(before, t), line=line))
    view = View(seat=task.start.turn, over=False, theme=theme, scoreboard=sides(task, t))
    button = layouts.button(t("button.solve"), daily_mark(number, task))
    return PublicMessage(
        headline((title, _board(task, t))),
        "\n".join(body),
        t("puzzle.of-day-private"),
        rows=((button,),),
        scene=Scene(task.start, view, t),
    )


def _board(task: PuzzleTask, t: Language) -> str:
    return board_name(task.puzzle.key, task.puzzle.options, t)
