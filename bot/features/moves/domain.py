"""An unfinished planned line, encoded so briefly that it fits into a custom_id.

A move is encoded as its index among the legal moves of its position, whose order the games fix. Ten plies fit
where their texts would not, and no state is stored between two presses.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.custom_ids import base36
from bot.chat.parts.moves import guide_page
from bot.chat.parts.moves.move_picker import PickerStep
from bot.chat.parts.moves.move_tree import StepChoice
from rules.contract import Move, State

_TEXT: Final = re.compile(
    r"((?:[0-9a-z]{1,4}(?:\.[0-9a-z]{1,4})*)?)(?:\+([0-9a-z]{1,2}(?:\.[0-9a-z]{1,2})*))?"
)


@dataclass(frozen=True, slots=True)
class Draft:
    """A line so far: each move's index in its position, and the beginning of the next move.

    `picks` are the choices made so far in the tree of moves.
    """

    moves: tuple[int, ...] = ()
    picks: tuple[int, ...] = ()

    def __str__(self) -> str:
        suffix = f"+{'.'.join(map(base36, self.picks))}" if self.picks else ""
        return ".".join(map(base36, self.moves)) + suffix

    def on(self, index: int) -> "Draft":
        """Return the draft with one more move."""
        return Draft((*self.moves, index))

    def pick(self, way: int) -> "Draft":
        """Return the draft with a further choice for its next move."""
        return Draft(self.moves, (*self.picks, way))

    def back(self) -> "Draft":
        """Return the draft before its last choice; an empty draft stays empty."""
        return Draft(self.moves, self.picks[:-1]) if self.picks else Draft(self.moves[:-1])


def read_draft(text: str) -> Draft:
    match = _TEXT.fullmatch(text)
    if match is None:
        raise custom_ids.MalformedId(text)
    moves, picks = (
        tuple(int(part, 36) for part in (group or "").split(".") if part) for group in (match[1], match[2])
    )
    return Draft(moves, picks)


def walk(start: State, draft: Draft) -> tuple[tuple[Move, ...], State]:
    """Return the moves of a draft and the state after them. Raises MalformedId for an illegal move."""
    moves, state = list[Move](), start
    for index in draft.moves:
        legal = state.legal_moves()
        if index >= len(legal):
            raise custom_ids.MalformedId(str(draft))
        moves.append(legal[index])
        state = state.play(legal[index])
    return tuple(moves), state


def draft_of(start: State, moves: Sequence[Move]) -> Draft:
    """Return the draft of a line of legal moves from a state."""
    draft, state = Draft(), start
    for move in moves:
        draft, state = draft.on(state.legal_moves().index(move)), state.play(move)
    return draft


def next_step(state: State, draft: Draft) -> tuple[PickerStep, tuple[StepChoice, ...]]:
    """Return the step of a draft's next move and its choices. Raises MalformedId for an impossible draft."""
    step = guide_page.first_step(state)
    ways = guide_page.choices_at(state, step)
    for pick in draft.picks:
        if pick >= len(ways) or ways[pick].move is not None:
            raise custom_ids.MalformedId(str(draft))
        step = ways[pick].step
        ways = guide_page.choices_at(state, step)
    return step, ways
