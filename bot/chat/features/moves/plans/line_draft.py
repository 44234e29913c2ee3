"""A planned line while it is being made, written so short that a custom_id holds it.

A move is written as its place among the legal moves of its position, whose order the games keep fixed; so
ten plies fit where their texts would not, and nothing has to be remembered between two presses.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.custom_ids import base36
from bot.chat.features.moves import move_picker
from rules.contract import Move, State
from rules.contract.capabilities import calls_of

_TEXT: Final = re.compile(r"((?:[0-9a-z]{1,4}(?:\.[0-9a-z]{1,4})*)?)(?:/([0-9a-z]{1,4})\.([0-9a-z]{1,2}))?")


@dataclass(frozen=True, slots=True)
class Touch:
    """How far the next move has been chosen: like the move at `index`, as far as its first `points`."""

    index: int
    points: int


@dataclass(frozen=True, slots=True)
class Draft:
    """A line as far as it has been made: each move's place in its position, and the one begun."""

    moves: tuple[int, ...] = ()
    touch: Touch | None = None

    def __str__(self) -> str:
        begun = "" if self.touch is None else f"/{base36(self.touch.index)}.{base36(self.touch.points)}"
        return ".".join(map(base36, self.moves)) + begun

    def on(self, index: int) -> "Draft":
        """Return the draft with one more move."""
        return Draft((*self.moves, index))


def read_draft(text: str) -> Draft:
    """Return the draft a text describes. Raises MalformedId."""
    match = _TEXT.fullmatch(text)
    if match is None:
        raise custom_ids.MalformedId(text)
    moves = tuple(int(part, 36) for part in match[1].split(".") if part)
    touch = None if match[2] is None else Touch(int(match[2], 36), int(match[3], 36))
    return Draft(moves, touch)


def walked(start: State, draft: Draft) -> tuple[tuple[Move, ...], State]:
    """Return the moves of a draft and the state after them. Raises MalformedId for what is not legal."""
    played, state = list[Move](), start
    for index in draft.moves:
        legal = state.legal_moves()
        if index >= len(legal):
            raise custom_ids.MalformedId(str(draft))
        played.append(legal[index])
        state = state.play(legal[index])
    return tuple(played), state


def plannable(state: State) -> tuple[Move, ...]:
    """Return the legal moves that can be planned: no calls, whose mere offer would tell something."""
    calls = calls_of(state)
    return tuple(move for move in state.legal_moves() if move.action not in calls)


def step_of(state: State, draft: Draft) -> move_picker.PickerStep:
    """Return the step of choosing the next move. Raises MalformedId."""
    if draft.touch is None:
        return move_picker.PickerStep()
    legal = state.legal_moves()
    if draft.touch.index >= len(legal) or draft.touch.points > len(legal[draft.touch.index].path):
        raise custom_ids.MalformedId(str(draft))
    move = legal[draft.touch.index]
    return move_picker.PickerStep(move.action, move.path[: draft.touch.points])


def at_step(state: State, draft: Draft, step: move_picker.PickerStep) -> Draft:
    """Return the draft with its next move chosen as far as `step`. Raises MalformedId for no legal move."""
    if step.is_first:
        return replace(draft, touch=None)
    legal = state.legal_moves()
    index = next(iter(places(legal, move_picker.narrow(legal, step))), None)
    if index is None:
        raise custom_ids.MalformedId(move_picker.write_step(step))
    return replace(draft, touch=Touch(index, len(step.path)))


def places(legal: Sequence[Move], moves: Sequence[Move]) -> tuple[int, ...]:
    """Return the places of some moves among the legal ones."""
    at = {move: index for index, move in enumerate(legal)}
    return tuple(at[move] for move in moves)
