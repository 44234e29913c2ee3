"""The tree by which a move is chosen: at most 25 ways at its first step, as few steps as possible.

Pure functions over the legal moves of a state and the names of their points; nothing here knows a particular
game. Where all moves fit, each is a way of its own. Else a way leads to the moves that go on alike; where
there are too many of these, to those of one part of the board. Once something is chosen, a page that has
menus for many moves lists them all.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bot.chat.parts.moves.move_picker import PickerStep, narrow
from rules.contract import Move

MOST: Final = 25
"""The most ways at a step: what else a page shows has to fit beside them."""

FEW: Final = 9
"""So many moves are each a button."""

_SIGN: Final = "~"
"""Stands between what a part of the board is told by; no name of a point has it."""
Name = tuple[tuple[int, str], ...]
_PART: Final = re.compile(r"[a-z]+|[A-Z]+|[0-9]+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class WayOn:
    """One of the ways to go on: the step it leads to, and the moves behind it."""

    step: PickerStep
    moves: tuple[Move, ...]

    @property
    def move(self) -> Move | None:
        """The move it means when there is no other behind it."""
        return self.moves[0] if len(self.moves) == 1 else None


def ways(
    moves: Sequence[Move], step: PickerStep, *, whole: int = MOST, listed: int = MOST
) -> tuple[WayOn, ...]:
    """Return the ways to go on from a step, in the order of names; none where no move begins like it.

    Up to `whole` moves are each a way of its own, and up to `listed` once something is chosen.
    """
    here = behind(moves, step)
    chosen = bool(step.path or step.part)
    if len(here) <= (listed if chosen else whole):
        return tuple(whole_way(move) for move in here)
    actions = tuple(_by(here, lambda move: PickerStep(move.action))) if step.is_first else ()
    actions = tuple(way for way in actions if way.step.action)
    plain = tuple(move for move in here if move.action == step.action)
    most = MOST - len(actions)
    branches = _branches(plain, replace(step, part=""))
    branches = _opened(branches, most) if len(branches) <= most else _grouped(branches, step, most)
    return (*branches, *actions)


def listed_beside(ways: Sequence[WayOn], step: PickerStep) -> tuple[Move, ...]:
    """Return the moves to list in one menu beside the ways from a first step.

    None where each of them is a button, and where one menu is too short for them.
    """
    moves = tuple(move for way in ways for move in way.moves)
    chosen = step.path or step.part
    return moves if FEW < len(moves) <= MOST and not chosen else ()


def whole_way(move: Move) -> WayOn:
    """Return the way to a whole move."""
    return WayOn(PickerStep(move.action, move.path), (move,))


def behind(moves: Sequence[Move], step: PickerStep) -> tuple[Move, ...]:
    """Return the moves that begin as a step does, in the order of the board."""
    rest = moves if step.is_first else narrow(moves, step)
    if step.part:
        depth = len(step.path)
        rest = [move for move in rest if len(move.path) > depth]
        inside = _members(step.part, {move.path[depth] for move in rest})
        rest = [move for move in rest if move.path[depth] in inside]
    return tuple(sorted(rest, key=_place))


def way_to(
    ways_at: Callable[[PickerStep], Sequence[WayOn]], first: PickerStep, targets: Iterable[Move]
) -> tuple[PickerStep, ...]:
    """Return the steps on the way from the first one to some moves, the first one included."""
    goal, steps, step = set(targets), [first], first
    while goal:
        onward = (way for way in ways_at(step) if goal < set(way.moves))
        following = next(onward, None)
        if following is None:
            break
        step = following.step
        steps.append(step)
    return tuple(steps)


def ends_of(points: Iterable[str]) -> tuple[str, str]:
    """Return the first and the last of some points in the order of the board."""
    ordered = sorted(points, key=natural)
    return ordered[0], ordered[-1]


def letter_of(part: str) -> str:
    """Return the letter that all points in a part of the board have; empty where they have several."""
    kind, _, rest = part.partition(_SIGN)
    first, _, last = rest.partition(_SIGN)
    return first if kind == "c" and first == last else ""


@cache
def natural(name: str) -> Name:
    """Return the sort key of a point's name: letters by the alphabet, numbers by size."""
    parts: Sequence[str] = _PART.findall(name)
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)


def _place(move: Move) -> tuple[bool, str, tuple[Name, ...]]:
    """Return a move's place in the order of the board; moves without points come last."""
    return not move.path, move.action, tuple(map(natural, move.path))


def _by(moves: Iterable[Move], step_of: Callable[[Move], PickerStep]) -> Iterator[WayOn]:
    groups: dict[PickerStep, list[Move]] = {}
    for move in moves:
        groups.setdefault(step_of(move), []).append(move)
    return (WayOn(step, tuple(behind_it)) for step, behind_it in groups.items())


def _branches(moves: Sequence[Move], step: PickerStep) -> tuple[WayOn, ...]:
    """Return a way for each point that can come next, and for each move that ends here."""
    depth = len(step.path)
    whole = tuple(whole_way(move) for move in moves if len(move.path) == depth)
    onward = [move for move in moves if len(move.path) > depth]
    return (*whole, *_by(onward, lambda move: step.on(move.path[depth])))


def _opened(ways: tuple[WayOn, ...], most: int) -> tuple[WayOn, ...]:
    """Return the ways, those with too many moves behind them replaced by what they lead to while that fits.

    Parts of the board replace all of them or none; of the pieces that go on alike some may be opened.
    """
    inner = {way: _parted(way) if len(way.moves) > MOST else (way,) for way in ways}
    if sum(map(len, inner.values())) > most:
        room = most - len(ways)
        for way in sorted(ways, key=lambda way: -len(way.moves)):
            if len(inner[way]) - 1 > room or any(choice.step.part for choice in inner[way]):
                inner[way] = (way,)
            room -= len(inner[way]) - 1
    choices = tuple(choice for way in ways for choice in inner[way])
    return ways if choices == ways else _opened(choices, most)


def _parted(way: WayOn) -> tuple[WayOn, ...]:
    """Return the branches of a way, or as few parts of the board as they fit into."""
    if way.step.part:
        return (way,)
    branches = _branches(way.moves, way.step)
    if len(branches) <= MOST:
        return branches
    return _in_parts(branches, way.step, _few(way.step, _points(branches, way.step)))


def _grouped(ways: tuple[WayOn, ...], step: PickerStep, most: int) -> tuple[WayOn, ...]:
    """Return ways to the parts of the board in which others lie: by their letters where names have some."""
    points = _points(ways, step)
    letters = {_letters(point): _SIGN.join(("c", _letters(point), _letters(point))) for point in points}
    parts = dict.fromkeys(letters.values())
    # Of a part of the board, and on one line with a piece, smaller parts are to be made.
    if step.part or not 1 < len(parts) <= most:
        parts = dict.fromkeys(_few(step, points, within=bool(step.part)))
    return _opened(_in_parts(ways, step, tuple(parts)), most)


def _in_parts(ways: Iterable[WayOn], step: PickerStep, parts: Sequence[str]) -> tuple[WayOn, ...]:
    """Return a way to each part; to the only way in it where there is but one."""
    ways_in, depth = list(ways), len(step.path)
    points = _points(ways_in, step)
    result = [way for way in ways_in if len(way.step.path) == depth]
    for part in parts:
        inside = _members(part, set(points))
        own = [way for way in ways_in if len(way.step.path) > depth and way.step.path[depth] in inside]
        behind_it = tuple(move for way in own for move in way.moves)
        result.append(own[0] if len(own) == 1 else WayOn(replace(step, part=part), behind_it))
    return tuple(result)


def _points(ways: Iterable[WayOn], step: PickerStep) -> tuple[str, ...]:
    depth = len(step.path)
    return tuple(dict.fromkeys(way.step.path[depth] for way in ways if len(way.step.path) > depth))


def _few(step: PickerStep, points: Sequence[str], *, within: bool = False) -> tuple[str, ...]:
    """Return the fewest parts of at most 25 points: a piece's two lines, whole letters, or neighbours."""
    ordered = sorted(points, key=natural)
    if step.path and not within:
        column, row = _letters(step.path[-1]), _number(step.path[-1])
        lines = {_SIGN.join(("c", column, column)), _SIGN.join(("r", row))}
        if column and row and all(_letters(point) == column or _number(point) == row for point in ordered):
            return tuple(sorted(lines))
    if not within and (merged := _letters_together(ordered)):
        return merged
    number = -(-len(ordered) // MOST)
    size = -(-len(ordered) // number)
    return tuple(
        _SIGN.join(("n", ordered[at], ordered[min(at + size, len(ordered)) - 1]))
        for at in range(0, len(ordered), size)
    )


def _letters_together(ordered: Sequence[str]) -> tuple[str, ...]:
    """Return parts of neighbouring letters, each as large as it may be; none where one letter is too many."""
    columns: dict[str, int] = {}
    for point in ordered:
        columns[_letters(point)] = columns.get(_letters(point), 0) + 1
    if "" in columns or max(columns.values()) > MOST:
        return ()
    runs: list[tuple[str, str, int]] = []
    for column, number in columns.items():
        if runs and runs[-1][2] + number <= MOST:
            runs[-1] = (runs[-1][0], column, runs[-1][2] + number)
        else:
            runs.append((column, column, number))
    return tuple(_SIGN.join(("c", first, last)) for first, last, _ in runs)


def _members(part: str, points: Iterable[str]) -> frozenset[str]:
    """Return which points lie in a part of the board: some columns, a row, or names from one to another."""
    kind, _, rest = part.partition(_SIGN)
    first, _, last = rest.partition(_SIGN)
    low, high = natural(first), natural(last)
    match kind:
        case "c":
            return frozenset(point for point in points if low <= natural(_letters(point)) <= high)
        case "r":
            return frozenset(point for point in points if _number(point) == rest)
        case "n":
            return frozenset(point for point in points if low <= natural(point) <= high)
    return frozenset()


def _letters(point: str) -> str:
    return point.rstrip("0123456789")


def _number(point: str) -> str:
    return point[len(_letters(point)) :]
