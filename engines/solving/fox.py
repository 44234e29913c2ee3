"""Solve the endings of Fox and Hens with a helper in C."""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from engines.games.fox_and_hens.solved import IMAGE, MAX_HENS, REGION, is_enforced, table_name
from engines.solving.helper import SolvingError, compile_helper, lines_of
from engines.tables import pack
from rules.games.fox_and_hens.board import HOUSE, POINTS
from rules.games.fox_and_hens.endings import FEWEST_HENS
from rules.games.fox_and_hens.setup import Setup, agree
from rules.toolkit.bits import bits


def solve_fox(
    options: Mapping[str, str], most: int, folder: Path, tell: Callable[[str], None]
) -> tuple[str, bytes]:
    """Solve the endings with at most `most` hens and return the table's name and file.

    The layers are kept in `folder`. `tell` gets a line for each number of hens. Raises SolvingError.
    """
    setup = agree(options, None)
    name = table_name(setup)
    if name is None:
        raise SolvingError("these options of Fox and Hens are not solved")
    if not FEWEST_HENS <= most <= MAX_HENS:
        raise SolvingError(f"there are {FEWEST_HENS} to {MAX_HENS} hens in a table")
    layers = folder / name
    layers.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        helper = compile_helper("fox", Path(place))
        for hens, sets, positions, wins in lines_of(helper, layers, _numbers(setup, most)):
            tell(f"{hens} hens: {sets} sets of them, {positions} positions, the hens win {wins}")
    return name, pack({"hens": str(most)}, _layers(layers, setup, most))


def _numbers(setup: Setup, most: int) -> Sequence[int]:
    """Return the task in the helper's input format."""
    board = setup.board
    numbers = [len(POINTS)]
    for point in range(len(POINTS)):
        targets = bits(step.target for step in board.hen_steps if step.origin == point)
        numbers += [targets, board.around[point], len(board.jumps[point])]
        for jump in board.jumps[point]:
            numbers += [jump.hen_bit.bit_length() - 1, jump.target]
    numbers += [HOUSE, setup.return_zone, bits(REGION), FEWEST_HENS, most, int(is_enforced(setup))]
    return (*numbers, *IMAGE)


def _layers(folder: Path, setup: Setup, most: int) -> Iterator[tuple[str, bytes]]:
    for hens in range(FEWEST_HENS, most + 1):
        for kind in ("pairs",) if is_enforced(setup) else ("pairs", "single"):
            name = f"{kind}-{hens}"
            yield name, (folder / name).read_bytes()
