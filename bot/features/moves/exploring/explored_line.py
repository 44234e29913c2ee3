"""A line that someone tries out, written so short that a custom_id holds it whole.

A ply is its place among all that can come in its position, and a line one number to the base of how much
that is each time: about a byte a ply. So nothing has to be remembered between two presses, and nobody else
can ever see it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_letters, digits
from typing import Final

from bot.chat.core import custom_ids
from bot.features.moves.pages import move_tree
from bot.features.moves.pages.move_picker import PickerStep
from bot.features.moves.pages.move_tree import WayOn
from rules.contract import Move, State
from rules.contract.capabilities import calls_of, point_names_of

SIGNS: Final = digits + ascii_letters + "-_"
LONGEST: Final = 56
"""The most signs of a line: with the rest of a custom_id, what Discord takes."""


class LineTooLong(Exception):
    """A line has more plies than a custom_id can hold."""


@dataclass(frozen=True, slots=True)
class Explored:
    """Where an exploration has come: the plies tried, the state after them, and how far the next is chosen.

    `picks` are the ways chosen one after the other in the tree of moves.
    """

    plies: tuple[Move, ...]
    state: State
    picks: tuple[int, ...] = ()


def following(state: State, *, calls: bool) -> tuple[Move, ...]:
    """Return the plies that can be tried in a state; `calls` says whether calls may be among them."""
    if state.outcome is not None:
        return ()
    if state.is_chance:
        return tuple(move for move, _ in state.chances())
    barred = () if calls else calls_of(state)
    return tuple(move for move in state.legal_moves() if move.action not in barred)


def write_line(start: State, plies: Sequence[Move], *, calls: bool) -> str:
    """Return a line as text. Raises LineTooLong, and MalformedId for one that cannot be played."""
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


def read_line(start: State, text: str, *, calls: bool) -> Explored:
    """Return the exploration that a text describes, its picks behind a stop. Raises MalformedId."""
    line, _, picks = text.partition(".")
    if not line or len(line) > LONGEST or not set(line) <= set(SIGNS) or not set(picks) <= set(SIGNS):
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
    return Explored(tuple(plies), state, tuple(map(SIGNS.index, picks)))


def taken(found: Explored, *, calls: bool) -> tuple[Explored, PickerStep, tuple[WayOn, ...]]:
    """Return where the picks of an exploration lead: the step of its next move, and the ways on from it.

    A pick of a whole move plays it. Raises MalformedId for a pick that is no way.
    """
    step, state = PickerStep(), found.state
    moves = following(state, calls=calls)
    ways = _ways(state, moves, step)
    for count, pick in enumerate(found.picks, start=1):
        if pick >= len(ways):
            raise custom_ids.MalformedId(str(pick))
        way = ways[pick]
        if way.move is None:
            step, ways = way.step, _ways(state, moves, way.step)
            continue
        if count < len(found.picks):
            raise custom_ids.MalformedId(str(found.picks[count]))
        state = state.play(way.move)
        found = Explored((*found.plies, way.move), state)
        return found, PickerStep(), _ways(state, following(state, calls=calls), PickerStep())
    return found, step, ways


def _ways(state: State, moves: Sequence[Move], step: PickerStep) -> tuple[WayOn, ...]:
    if state.is_chance:
        return tuple(WayOn(PickerStep(move.action, move.path), (move,)) for move in moves)
    return move_tree.ways(moves, step, by_piece=bool(point_names_of(state.game))) if moves else ()


def _base(moves: Sequence[Move]) -> int:
    # What is forced has to leave a trace as well.
    return max(2, len(moves))
