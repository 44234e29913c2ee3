"""Guided choice of a move, point by point, among legal moves only.

Pure functions over a state's legal moves, independent of the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from rules.contract import Meaning, Move


@dataclass(frozen=True, slots=True)
class PickerStep:
    """The progress of a choice: the action and the points chosen so far.

    `part` is the next point's part of the board, as far as it is chosen (see `move_tree`).
    """

    action: str = ""
    path: tuple[str, ...] = ()
    part: str = ""

    @property
    def is_first(self) -> bool:
        """Whether nothing has been chosen yet."""
        return not (self.action or self.path or self.part)

    def on(self, point: str) -> "PickerStep":
        """Return the step after choosing `point`."""
        return PickerStep(self.action, (*self.path, point))

    def back(self) -> "PickerStep":
        """Return the step before this one."""
        return PickerStep(self.action, self.path[:-1]) if self.path else PickerStep()


START: Final = PickerStep()
"""The step before the first choice."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The next choices: `actions`, `points` with the number of moves after each, whole `moves`.

    `meaning` is the next point's common meaning in all remaining moves; None if they differ, or if the game
    declares none.
    """

    actions: tuple[str, ...]
    points: tuple[tuple[str, int], ...]
    moves: tuple[Move, ...]
    meaning: Meaning | None = None


def narrow(moves: Sequence[Move], step: PickerStep) -> tuple[Move, ...]:
    """Return the moves that begin with `step`."""
    length = len(step.path)
    return tuple(move for move in moves if move.action == step.action and move.path[:length] == step.path)


def choose(moves: Sequence[Move], step: PickerStep, calls: Sequence[str] = ()) -> Choice:
    """Return the choices at `step`; the first step always offers the actions in `calls`, too."""
    length = len(step.path)
    points: dict[str, int] = {}
    whole, meanings = list[Move](), set[Meaning | None]()
    for move in narrow(moves, step):
        if len(move.path) == length:
            whole.append(move)
        else:
            meanings.add(move.meanings[length] if move.meanings else None)
            points[move.path[length]] = points.get(move.path[length], 0) + 1
    actions = dict.fromkeys(
        [*(move.action for move in moves if move.action), *calls] if step.is_first else []
    )
    same = next(iter(meanings)) if len(meanings) == 1 else None
    return Choice(tuple(actions), tuple(points.items()), tuple(whole), same)


def first_step(moves: Sequence[Move], step: PickerStep, calls: Sequence[str] = ()) -> PickerStep:
    """Return the first step; a single action is chosen already."""
    choice = choose(moves, step, calls)
    only = len(choice.actions) == 1 and not choice.points and not choice.moves
    return PickerStep(choice.actions[0]) if only and choice.actions[0] not in calls else step


def chosen_move(choice: Choice) -> Move | None:
    """Return the move once the choice is complete, else None."""
    if len(choice.moves) == 1 and not choice.points and not choice.actions:
        return choice.moves[0]
    return None


def write_step(step: PickerStep) -> str:
    """Return a step as text that fits into a custom_id."""
    return f"{step.action}:{','.join(step.path)}{'|' if step.part else ''}{step.part}"


def read_step(text: str) -> PickerStep:
    """Parse a step. Any text is some step, possibly without legal moves."""
    path_text, _, part = text.partition("|")
    action, _, path = path_text.partition(":")
    return PickerStep(action, tuple(path.split(",")) if path else (), part)


def shared_step(moves: Sequence[Move]) -> PickerStep:
    """Return the common beginning of moves: the step where they begin to differ."""
    if len({move.action for move in moves}) != 1:
        return PickerStep()
    columns = zip(*(move.path for move in moves), strict=False)
    shared = takewhile(lambda points: len(set(points)) == 1, columns)
    return PickerStep(moves[0].action, tuple(points[0] for points in shared))
