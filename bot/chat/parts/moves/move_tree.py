"""The tree for choosing a move: at most 25 choices at its first step, as few steps as possible.

Pure functions over a state's legal moves and the names of their points, independent of the game. If all moves
fit, each is a choice. Otherwise a choice leads to the moves with the same beginning or, if there are too many
of these, to the moves in a part of the board. After the first choice, a page whose menus have room for all
moves lists them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bot.chat.parts.moves.move_picker import PickerStep, narrow
from rules.contract import Move

MOST: Final = 25
"""The most choices at a step; the page needs room for its other parts."""

FEW: Final = 9
"""Up to this many moves get a button each."""

_SIGN: Final = "~"
"""Separates names in the description of a part of the board; no point's name contains it."""
Name = tuple[tuple[int, str], ...]
_PART: Final = re.compile(r"[a-z]+|[A-Z]+|[0-9]+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class StepChoice:
    """A choice at a step: the step it leads to, and the remaining moves."""

    step: PickerStep
    moves: tuple[Move, ...]

    @property
    def move(self) -> Move | None:
        """The move, if only one remains after this choice."""
        return self.moves[0] if len(self.moves) == 1 else None


def choices(
    moves: Sequence[Move], step: PickerStep, *, whole: int = MOST, listed: int = MOST
) -> tuple[StepChoice, ...]:
    """Return the choices at a step, in board order; none if no move begins with it.

    Up to `whole` moves get a choice each; after the first choice, up to `listed`.
    """
    here = moves_after(moves, step)
    chosen = bool(step.path or step.part)
    if len(here) <= (listed if chosen else whole):
        return tuple(whole_way(move) for move in here)
    actions = tuple(_by(here, lambda move: PickerStep(move.action))) if step.is_first else ()
    actions = tuple(way for way in actions if way.step.action)
    plain = tuple(move for move in here if move.action == step.action)
    most = MOST - len(actions)
    branches = _branches(plain, replace(step, part=""))
    branches = _expand(branches, most) if len(branches) <= most else _by_part(branches, step, most)
    return (*branches, *actions)


def moves_beside(ways: Sequence[StepChoice], step: PickerStep) -> tuple[Move, ...]:
    """Return the moves to list in a menu next to the choices of a first step.

    Empty if each has a button, or if they exceed one menu.
    """
    moves = tuple(move for way in ways for move in way.moves)
    chosen = step.path or step.part
    return moves if FEW < len(moves) <= MOST and not chosen else ()


def whole_way(move: Move) -> StepChoice:
    return StepChoice(PickerStep(move.action, move.path), (move,))


def moves_after(moves: Sequence[Move], step: PickerStep) -> tuple[Move, ...]:
    """Return the moves that begin with a step, in board order."""
    rest = moves if step.is_first else narrow(moves, step)
    if step.part:
        depth = len(step.path)
        rest = [move for move in rest if len(move.path) > depth]
        inside = _members(step.part, {move.path[depth] for move in rest})
        rest = [move for move in rest if move.path[depth] in inside]
    return tuple(sorted(rest, key=_place))


def steps_to(
    ways_at: Callable[[PickerStep], Sequence[StepChoice]], first: PickerStep, targets: Iterable[Move]
) -> tuple[PickerStep, ...]:
    """Return the steps that lead to the target moves, from the first step on."""
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
    """Return the first and last of the points in board order."""
    ordered = sorted(points, key=natural)
    return ordered[0], ordered[-1]


def letter_of(part: str) -> str:
    """Return the common letter of all points in a part of the board; empty if they differ."""
    kind, _, rest = part.partition(_SIGN)
    first, _, last = rest.partition(_SIGN)
    return first if kind == "c" and first == last else ""


@cache
def natural(name: str) -> Name:
    """Return a point name's sort key: letters alphabetically, numbers numerically."""
    parts: Sequence[str] = _PART.findall(name)
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)


def _place(move: Move) -> tuple[bool, str, tuple[Name, ...]]:
    """Return a move's sort key in board order; moves without points come last."""
    return not move.path, move.action, tuple(map(natural, move.path))


def _by(moves: Iterable[Move], step_of: Callable[[Move], PickerStep]) -> Iterator[StepChoice]:
    groups: dict[PickerStep, list[Move]] = {}
    for move in moves:
        groups.setdefault(step_of(move), []).append(move)
    return (StepChoice(step, tuple(behind_it)) for step, behind_it in groups.items())


def _branches(moves: Sequence[Move], step: PickerStep) -> tuple[StepChoice, ...]:
    """Return a choice for each possible next point, and for each move that ends here."""
    depth = len(step.path)
    whole = tuple(whole_way(move) for move in moves if len(move.path) == depth)
    onward = [move for move in moves if len(move.path) > depth]
    return (*whole, *_by(onward, lambda move: step.on(move.path[depth])))


def _expand(ways: tuple[StepChoice, ...], most: int) -> tuple[StepChoice, ...]:
    """Expand choices with too many moves as long as the result fits.

    Parts of the board are expanded all or none; choices of pieces may be expanded singly.
    """
    inner = {way: _parts_of(way) if len(way.moves) > MOST else (way,) for way in ways}
    if sum(map(len, inner.values())) > most:
        room = most - len(ways)
        for way in sorted(ways, key=lambda way: -len(way.moves)):
            if len(inner[way]) - 1 > room or any(choice.step.part for choice in inner[way]):
                inner[way] = (way,)
            room -= len(inner[way]) - 1
    choices = tuple(choice for way in ways for choice in inner[way])
    return ways if choices == ways else _expand(choices, most)


def _parts_of(way: StepChoice) -> tuple[StepChoice, ...]:
    """Return a choice's branches, or the fewest parts of the board that contain them."""
    if way.step.part:
        return (way,)
    branches = _branches(way.moves, way.step)
    if len(branches) <= MOST:
        return branches
    return _in_parts(branches, way.step, _few(way.step, _points(branches, way.step)))


def _by_part(ways: tuple[StepChoice, ...], step: PickerStep, most: int) -> tuple[StepChoice, ...]:
    """Return choices of parts of the board: by letter if the names have letters."""
    points = _points(ways, step)
    letters = {_letters(point): _SIGN.join(("c", _letters(point), _letters(point))) for point in points}
    parts = dict.fromkeys(letters.values())
    # A part of the board, or a chosen piece's line, is split into smaller parts.
    if step.part or not 1 < len(parts) <= most:
        parts = dict.fromkeys(_few(step, points, within=bool(step.part)))
    return _expand(_in_parts(ways, step, tuple(parts)), most)


def _in_parts(ways: Iterable[StepChoice], step: PickerStep, parts: Sequence[str]) -> tuple[StepChoice, ...]:
    """Return a choice for each part; a part with a single choice is replaced by it."""
    ways_in, depth = list(ways), len(step.path)
    points = _points(ways_in, step)
    result = [way for way in ways_in if len(way.step.path) == depth]
    for part in parts:
        inside = _members(part, set(points))
        own = [way for way in ways_in if len(way.step.path) > depth and way.step.path[depth] in inside]
        behind_it = tuple(move for way in own for move in way.moves)
        result.append(own[0] if len(own) == 1 else StepChoice(replace(step, part=part), behind_it))
    return tuple(result)


def _points(ways: Iterable[StepChoice], step: PickerStep) -> tuple[str, ...]:
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
    """Return parts of neighbouring letters, each as large as possible; none if a letter is too large."""
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
    """Return the points in a part of the board: columns, a row, or a range of names."""
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
