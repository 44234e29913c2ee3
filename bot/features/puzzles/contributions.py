"""Contributions of puzzles: the puzzle of the weekly letter."""

from collections.abc import Sequence
from functools import partial

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.contributions.letter_parts import LetterParagraph, LetterPart, LetterSection, LetterView
from bot.chat.core.messages import layouts
from bot.chat.core.words.game_names import board_name
from bot.features.puzzles.pages import line_text, task_text
from bot.features.puzzles.service.puzzles import Puzzles, PuzzleTask
from bot.locale import Language
from bot.model.refusal import Refusal


def letter_paragraphs(puzzles: Puzzles) -> Sequence[LetterParagraph]:
    """Return the paragraph with the week's puzzle and the solution of the previous one."""
    return (LetterParagraph(LetterSection.CLOSING, 10, partial(_puzzle, puzzles)),)


async def _puzzle(puzzles: Puzzles, view: LetterView) -> LetterPart:
    t, lines, buttons = view.t, list[str](), list[layouts.Button]()
    task, before = await _task(puzzles, view.item), await _task(puzzles, view.item_before)
    if task is not None:
        lines += [
            t("letter.puzzle", board=_board(task, t)),
            f"{task_text(task, t)} {t('letter.puzzle-private')}",
        ]
        mark = custom_ids.write("weekly-puzzle", task.puzzle.id, view.number)
        buttons.append(layouts.button(t("button.solve"), mark, ButtonStyle.primary))
    if before is not None:
        line = line_text(before, Puzzles.line(before), t)
        lines.append(t("puzzle.day-before", board=_board(before, t), line=line))
    return LetterPart(lines, buttons)


async def _task(puzzles: Puzzles, number: int | None) -> PuzzleTask | None:
    try:
        return None if number is None else await puzzles.get(number)
    except Refusal:
        # It was posted by another version of the program, and is missing in this one.
        return None


def _board(task: PuzzleTask, t: Language) -> str:
    return board_name(task.puzzle.key, task.puzzle.options, t)
