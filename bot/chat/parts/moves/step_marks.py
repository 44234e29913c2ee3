"""Marks in a panel's picture: movable pieces, chosen points, targets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.chat.core.pictures import Picture, Pictures
from bot.chat.parts.moves.move_picker import PickerStep
from bot.locale import Language
from render import View
from rules.contract import Meaning, Move, State
from rules.contract.capabilities import punishes_oversight


@dataclass(frozen=True, slots=True)
class StepMarks:
    """The highlighted points of a step; `movable` are marked before a piece is chosen."""

    movable: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


def move_marks(move: Move, *, whole: bool = True) -> StepMarks:
    """Return a move's marks: its piece, and its targets if the whole move is shown."""
    depth = 1 if _starts(move, 0) else 0
    return StepMarks(chosen=move.path[:depth], targets=move.path[depth:] if whole else ())


def step_marks(state: State, moves: Sequence[Move], step: PickerStep) -> StepMarks:
    """Return the marks for `moves` that begin with a step.

    In a part of the board, all its movable pieces are marked. If the rules punish oversight no targets are
    marked: they would reveal captures.
    """
    length = len(step.path)
    starts = _different(move.path[length] for move in moves if _starts(move, length))
    if not (step.path or step.part):
        return StepMarks(movable=starts)
    depth = length + 1 if starts and step.part else length
    points = (*step.path, *(starts if step.part else ()))
    if punishes_oversight(state):
        return StepMarks(chosen=points)
    return StepMarks(
        chosen=points, targets=_different(move.path[depth] for move in moves if len(move.path) > depth)
    )


async def marked_picture(
    pictures: Pictures, state: State, t: Language, view: View, marks: StepMarks
) -> Picture:
    """Draw a state with marks. Movable pieces are framed; the description lists them as possible choices."""
    framed = replace(view, chosen=(*marks.chosen, *marks.movable), targets=marks.targets)
    picture = await pictures.picture(state, t, framed)
    if not marks.movable:
        return picture
    words_view = replace(view, chosen=marks.chosen, targets=(*marks.movable, *marks.targets))
    return replace(picture, words=pictures.words(state, t, pictures.view_for(words_view)))


def _starts(move: Move, depth: int) -> bool:
    """Return whether a move picks up its piece at the point with index `depth`."""
    if move.meanings:
        return move.meanings[depth : depth + 1] == (Meaning.FROM,)
    return not depth and len(move.path) > 1


def _different(points: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(points))
