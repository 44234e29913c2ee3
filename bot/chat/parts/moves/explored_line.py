"""A variation, encoded briefly enough for a custom_id.

Each ply is its index among all possible plies of its position, and the line is one number in the mixed base
of their counts: about a byte a ply. So nothing is stored between two presses, and nobody else can see it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from string import ascii_letters, digits
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.words.move_labels import HANDFUL
from bot.chat.parts.moves import move_tree
from bot.chat.parts.moves.move_picker import PickerStep
from bot.chat.parts.moves.move_tree import StepChoice
from rules.contract import Move, State
from rules.contract.capabilities import calls_of, point_names_of

SIGNS: Final = digits + ascii_letters + "-_"


class Entry(Enum):
    """How much of a move is chosen: all of it, only its piece, or only its action."""

    MOVE = "="
    PIECE = "*"
    ACTION = "@"


_ENTRY: Final = re.compile(rf"(?P<kind>[=*@])(?P<place>[{re.escape(SIGNS)}]{{2}})")
MAX_LISTED: Final = 250
"""The most moves of a piece that a page lists."""
LONGEST: Final = 56
"""The maximum length of an encoded line: with the rest of a custom_id it meets Discord's limit."""


class LineTooLong(Exception):
    """A variation has more plies than a custom_id can hold."""


@dataclass(frozen=True, slots=True)
class Exploration:
    """The progress of an exploration: the plies, the state after them, and the next move so far.

    `picks` are the indices chosen one after the other in the tree of moves. With an `entry`, part of the move
    at index `place` among the state's moves is chosen, or all of it.
    """

    plies: tuple[Move, ...]
    state: State
    picks: tuple[int, ...] = ()
    entry: Entry | None = None
    place: int = 0

    @property
    def chooses(self) -> bool:
        """Whether the next move is partly chosen."""
        return bool(self.picks) or self.entry is not None


def following(state: State, *, calls: bool) -> tuple[Move, ...]:
    """Return the plies that can be explored in a state; `calls` includes calls."""
    if state.outcome is not None:
        return ()
    if state.is_chance:
        return tuple(move for move, _ in state.chances())
    barred = () if calls else calls_of(state)
    return tuple(move for move in state.legal_moves() if move.action not in barred)


def write_line(start: State, plies: Sequence[Move], *, calls: bool) -> str:
    """Encode a line. Raises LineTooLong, and MalformedId if it is illegal."""
    places, state = list[tuple[int, int]](), start
    for ply in plies:
        moves = following(state, calls=calls)
        if ply not in moves:
            raise custom_ids.MalformedId(str(ply))
        places.append((moves.index(ply), _base(moves)))
        state = state.play(ply)
    number = 1
    for place, base in reversed(places):
        number = number * base + place
    text = ""
    while number:
        number, sign = divmod(number, len(SIGNS))
        text = SIGNS[sign] + text
    if len(text) > LONGEST:
        raise LineTooLong
    return text


def read_line(start: State, text: str, *, calls: bool) -> Exploration:
    """Decode an exploration; its picks follow a full stop. Raises MalformedId."""
    line, _, picks = text.partition(".")
    entered = _ENTRY.fullmatch(picks)
    known = entered is not None or set(picks) <= set(SIGNS)
    if not line or len(line) > LONGEST or not set(line) <= set(SIGNS) or not known:
        raise custom_ids.MalformedId(text)
    number = 0
    for sign in line:
        number = number * len(SIGNS) + SIGNS.index(sign)
    plies, state = list[Move](), start
    while number > 1:
        moves = following(state, calls=calls)
        if not moves:
            raise custom_ids.MalformedId(text)
        number, place = divmod(number, _base(moves))
        if place >= len(moves):
            raise custom_ids.MalformedId(text)
        plies.append(moves[place])
        state = state.play(moves[place])
    if number != 1:
        raise custom_ids.MalformedId(text)
    if entered is None:
        return Exploration(tuple(plies), state, tuple(map(SIGNS.index, picks)))
    high, low = map(SIGNS.index, entered["place"])
    return Exploration(tuple(plies), state, (), Entry(entered["kind"]), high * len(SIGNS) + low)


def entry_text(state: State, move: Move, entry: Entry, *, calls: bool) -> str:
    """Return the suffix of a line that chooses a move, or part of it, as an entry."""
    high, low = divmod(following(state, calls=calls).index(move), len(SIGNS))
    return f"{entry.value}{SIGNS[high]}{SIGNS[low]}"


def picks_text(line: Exploration) -> str:
    """Return the suffix of a line whose next move is partly chosen."""
    return "".join(SIGNS[pick] for pick in line.picks)


def next_choices(line: Exploration, *, calls: bool) -> tuple[Exploration, PickerStep, tuple[StepChoice, ...]]:
    """Follow an exploration's choices; return it with the next move's step and its choices.

    A completely chosen move is played. Raises MalformedId for an invalid pick.
    """
    step, state = PickerStep(), line.state
    moves = following(state, calls=calls)
    if line.entry is not None:
        if line.place >= len(moves) or state.is_chance:
            raise custom_ids.MalformedId(str(line.place))
        move = moves[line.place]
        if line.entry is Entry.MOVE:
            return _after_move(line, move, calls=calls)
        step = PickerStep(move.action, move.path[:1] if line.entry is Entry.PIECE else ())
        return line, step, move_tree.choices(moves, step, whole=MAX_LISTED, listed=MAX_LISTED)
    ways = _choices(state, moves, step)
    for count, pick in enumerate(line.picks, start=1):
        if pick >= len(ways):
            raise custom_ids.MalformedId(str(pick))
        way = ways[pick]
        if way.move is None:
            step, ways = way.step, _choices(state, moves, way.step)
            continue
        if count < len(line.picks):
            raise custom_ids.MalformedId(str(line.picks[count]))
        return _after_move(line, way.move, calls=calls)
    return line, step, ways


def _after_move(
    line: Exploration, move: Move, *, calls: bool
) -> tuple[Exploration, PickerStep, tuple[StepChoice, ...]]:
    state = line.state.play(move)
    next_line = Exploration((*line.plies, move), state)
    return next_line, PickerStep(), _choices(state, following(state, calls=calls), PickerStep())


def _choices(state: State, moves: Sequence[Move], step: PickerStep) -> tuple[StepChoice, ...]:
    """Return the choices that picks are indices of.

    Whole moves if they are few or, where points have no spoken names, if one menu holds all.
    """
    if state.is_chance:
        return tuple(StepChoice(PickerStep(move.action, move.path), (move,)) for move in moves)
    whole = HANDFUL if point_names_of(state.game) else move_tree.MOST
    return move_tree.choices(moves, step, whole=whole) if moves else ()


def _base(moves: Sequence[Move]) -> int:
    # A forced move must change the number, too.
    return max(2, len(moves))
