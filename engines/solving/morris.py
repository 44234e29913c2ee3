"""Solve Nine Men's Morris and its variants with a helper in C."""

import tempfile
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engines.games.nine_mens_morris.numbering import symmetries
from engines.games.nine_mens_morris.solved import NO_LIMIT, SAME, table_name, write_sets
from engines.solving.helper import SolvingError, compile_helper, lines_of
from engines.tables import pack
from rules.games.nine_mens_morris.setup import Setup, agree

_FARTHEST: Final = 126
"""The largest number of plies that a value can hold."""
_BLOCK: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class MorrisTask:
    """A table to make: the options of a game, and the maximum number of men on the board while moving.

    `limits` are the limits of plies without a mill for which the table is solved, named as in the oracle; the
    first is stored in full, the others as differences. If `together` allows all men, setting is solved, too.
    """

    options: Mapping[str, str]
    together: int
    limits: tuple[str, ...] = (NO_LIMIT, "100", "40")

    @property
    def setup(self) -> Setup:
        """The rules of the game. Raises InvalidOption."""
        return agree(self.options, None)

    @property
    def solves_setting(self) -> bool:
        """Whether positions with men in hand are solved."""
        return self.together >= 2 * self.setup.men


def solve_morris(task: MorrisTask, folder: Path, tell: Callable[[str], None]) -> tuple[str, bytes]:
    """Solve a task and return its table's name and file. Raises SolvingError.

    The layers are kept in `folder`, so an interrupted run can resume. `tell` gets a line for each layer: its
    limit and men, its wins, draws and losses for the seat to act, and its longest distance.
    """
    name = table_name(task.setup)
    runs = [folder / name / limit for limit in task.limits]
    with tempfile.TemporaryDirectory() as place:
        helper = compile_helper("morris", Path(place))
        for run, limit in zip(runs, task.limits, strict=True):
            run.mkdir(parents=True, exist_ok=True)
            _run(helper, run, _numbers(task, limit), limit, tell)
    about = {"limits": " ".join(task.limits), "together": str(task.together)}
    return name, pack(about, _layers(task, runs))


def _numbers(task: MorrisTask, limit: str) -> Sequence[int]:
    """Return the task in the helper's input format."""
    setup = task.setup
    board, turns = setup.board, symmetries(setup.board)
    return (
        *(len(board.points), len(board.mills), *board.mills, *board.around),
        *(len(turns), *(image for turn in turns for image in turn)),
        *(setup.men, int(setup.flying), int(setup.each_mill_takes)),
        _FARTHEST if limit == NO_LIMIT else int(limit),
        *(task.together, int(task.solves_setting)),
    )


def _run(helper: Path, folder: Path, numbers: Sequence[int], limit: str, tell: Callable[[str], None]) -> None:
    for kind, own, theirs, wins, draws, losses, longest in lines_of(helper, folder, numbers):
        if limit == NO_LIMIT and int(longest) >= _FARTHEST:
            raise SolvingError(f"{own} against {theirs} men: a win takes {_FARTHEST} plies or more")
        tell(
            f"limit {limit}, {kind} {own} against {theirs}: "
            f"{wins} won, {draws} drawn, {losses} lost, {longest} plies at most"
        )


def _layers(task: MorrisTask, runs: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the layers of a table: the lists of sets, then each layer and its differences by limit."""
    names = sorted(_names(task))
    for size in sorted({int(name.split("-")[1]) for name in names}):
        sets = array("I", (runs[0] / f"sets-{size}").read_bytes())
        yield f"sets-{size}", write_sets(sets)
    for name in names:
        first = (runs[0] / name).read_bytes()
        yield name, first
        for limit, run in zip(task.limits[1:], runs[1:], strict=True):
            other = (run / name).read_bytes()
            if other != first:
                yield f"{name}@{limit}", _differences(first, other)


def _names(task: MorrisTask) -> Iterator[str]:
    men = task.setup.men
    for own in range(3, men + 1):
        for theirs in range(3, min(men, task.together - own) + 1):
            yield f"moving-{own}-{theirs}"
    for ply in range(2 * men if task.solves_setting else 0):
        for own in range(ply // 2 + 1):
            for theirs in range(ply - ply // 2 + 1):
                yield f"setting{ply:02}-{own}-{theirs}"


def _differences(first: bytes, other: bytes) -> bytes:
    """Return `other` with SAME in place of every value equal to the first."""
    differences = bytearray()
    for start in range(0, len(first), _BLOCK):
        one, block = first[start : start + _BLOCK], other[start : start + _BLOCK]
        same = bytes([SAME]) * len(block)
        differences += (
            same if one == block else bytes(SAME if a == b else b for a, b in zip(one, block, strict=True))
        )
    return bytes(differences)
