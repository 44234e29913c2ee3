"""What a panel marks on its picture at a step: the pieces that can move, what is chosen, where it can go."""

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
    """The points that stand out at a step: `movable` bear pieces of which none is chosen yet."""

    movable: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


def move_marks(move: Move, *, whole: bool = True) -> StepMarks:
    """Return the marks of a move: its piece, and its target if the whole move is shown."""
    known = 1 if _starts(move, 0) else 0
    return StepMarks(chosen=move.path[:known], targets=move.path[known:] if whole else ())


def step_marks(state: State, moves: Sequence[Move], step: PickerStep) -> StepMarks:
    """Return what stands out where `moves` begin as a step does.

    Of a part of the board all pieces that can move are chosen. Where the rules punish oversight no targets
    stand out: they would tell of captures.
    """
    known = len(step.path)
    starts = _different(move.path[known] for move in moves if _starts(move, known))
    if not (step.path or step.part):
        return StepMarks(movable=starts)
    depth = known + 1 if starts and step.part else known
    chosen = (*step.path, *(starts if step.part else ()))
    if punishes_oversight(state):
        return StepMarks(chosen=chosen)
    return StepMarks(
        chosen=chosen, targets=_different(move.path[depth] for move in moves if len(move.path) > depth)
    )


async def marked_picture(
    pictures: Pictures, state: State, t: Language, view: View, marks: StepMarks
) -> Picture:
    """Draw a state with its marks: pieces that can move are framed, in words they can be chosen next."""
    framed = replace(view, chosen=(*marks.chosen, *marks.movable), targets=marks.targets)
    drawn = await pictures.picture(state, t, framed)
    if not marks.movable:
        return drawn
    told = replace(view, chosen=marks.chosen, targets=(*marks.movable, *marks.targets))
    return replace(drawn, words=pictures.words(state, t, pictures.look(told)))


def _starts(move: Move, known: int) -> bool:
    """Return whether a move takes a piece from the board with its next point."""
    if move.meanings:
        return move.meanings[known : known + 1] == (Meaning.FROM,)
    return not known and len(move.path) > 1


def _different(points: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(points))
