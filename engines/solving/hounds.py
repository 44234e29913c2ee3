"""Solve the endings of Hounds and Jackals with a helper in C."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from engines.games.hounds_and_jackals.solved import MAX_PIECES, TABLE
from engines.solving.helper import compile_helper, lines_of
from engines.tables import pack


def solve_hounds(together: int, folder: Path, tell: Callable[[str], None]) -> tuple[str, bytes]:
    """Solve the endings with `together` pieces of both sides on the way; return the table's name and file.

    The layers are kept in `folder`. `tell` gets a line for each pair of numbers. Raises SolvingError.
    """
    layers = folder / TABLE
    layers.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        helper = compile_helper("hounds", Path(place))
        for own, enemy, wins, draws, losses, longest in lines_of(helper, layers, (together, MAX_PIECES)):
            tell(
                f"{own} against {enemy} on the way: "
                f"{wins} won, {draws} drawn, {losses} lost, {longest} plies at most"
            )
    return TABLE, pack({"together": str(together)}, _layers(layers, together))


def _layers(folder: Path, together: int) -> Iterator[tuple[str, bytes]]:
    for own in range(1, MAX_PIECES + 1):
        for enemy in range(1, min(MAX_PIECES, together - own) + 1):
            name = f"away-{own}-{enemy}"
            yield name, (folder / name).read_bytes()
