"""The text forms of ConHex: moves as typed, positions as stored."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.contract import IllegalMove, InvalidMove, InvalidPosition, Meaning, Move
from rules.games.conhex.board import CELL_INDEX, CELLS, NODE_INDEX, NODES
from rules.games.conhex.vocabulary import Actions, PositionRefusals, Refusals
from rules.toolkit.bits import members
from rules.toolkit.texts import shorten, without_blanks

ROLES: Final = ("red", "blue")
SWAP: Final = Move("swap", (), Actions.SWAP)
PLACEMENTS: Final[tuple[Move, ...]] = tuple(Move(node, (node,), meanings=(Meaning.PLACED,)) for node in NODES)
"""The move that puts a ball on each node."""

_MOVE: Final = re.compile(r"([a-k](?:1[01]|[1-9]))(?:>([a-k](?:1[01]|[1-9])))?")
_SECTIONS: Final = ("red", "blue", "red-cells", "blue-cells", "turn")
_EXAMPLE: Final = "red b3 b5; blue k1; red-cells z0.15; blue-cells; turn blue"


@dataclass(frozen=True, slots=True)
class Layout:
    """The content of a position text: each seat's balls and cells as bit sets, and the seat to act."""

    balls: tuple[int, int]
    cells: tuple[int, int]
    mover: int


@cache
def relocations(origin: int) -> tuple[Move, ...]:
    """Return the moves that relocate the ball on a node, by target node.

    Built on first use: all 4,761 take more than a megabyte.
    """
    name = NODES[origin]
    return tuple(Move(f"{name}>{goal}", (name, goal), meanings=(Meaning.FROM, Meaning.TO)) for goal in NODES)


def read_move(text: str) -> Move:
    """Read a typed move, ignoring case and blanks; its legality is checked later.

    Raises InvalidMove for a text that is not a move, IllegalMove for a point that is not a node.
    """
    bare = without_blanks(text)
    if bare == SWAP.text:
        return SWAP
    match = _MOVE.fullmatch(bare)
    if match is None:
        raise InvalidMove(
            f"{shorten(text)!r} is not a move; a move is a node such as f6, b5>b4, or swap",
            Refusals.NOT_A_MOVE,
            text=shorten(text),
        )
    indices = [_node_of_move(name) for name in match.groups() if name is not None]
    if len(indices) == 1:
        return PLACEMENTS[indices[0]]
    return relocations(indices[0])[indices[1]]


def reads_like_move(text: str) -> bool:
    """Return whether a text has the form of a move, even if no board allows it."""
    bare = without_blanks(text)
    return bare == SWAP.text or _MOVE.fullmatch(bare) is not None


def _node_of_move(name: str) -> int:
    index = NODE_INDEX.get(name)
    if index is None:
        raise IllegalMove(f"there is no node {name}", Refusals.NO_SUCH_NODE, node=name)
    return index


def write_layout(layout: Layout) -> str:
    """Write a position: balls by row and column, cells in the order of `CELLS`."""
    lists = (
        *(tuple(NODES[i] for i in members(bits)) for bits in layout.balls),
        *(tuple(CELLS[i] for i in members(bits)) for bits in layout.cells),
        (ROLES[layout.mover],),
    )
    return "; ".join(" ".join((label, *names)) for label, names in zip(_SECTIONS, lists, strict=True))


def read_layout(text: str) -> Layout:
    """Read a position text. Raises InvalidPosition."""
    sections = [section.split() for section in text.split(";")]
    if [section[:1] for section in sections] != [[label] for label in _SECTIONS]:
        raise InvalidPosition(
            f"{shorten(text)!r} is not a position; it looks like: {_EXAMPLE}", PositionRefusals.MALFORMED
        )
    red, blue, red_cells, blue_cells, turn = (section[1:] for section in sections)
    if len(turn) != 1 or turn[0] not in ROLES:
        raise InvalidPosition("the turn must be red or blue", PositionRefusals.MALFORMED)
    return Layout(
        _sets(red, blue, index=NODE_INDEX, kind="node", unknown=PositionRefusals.NO_SUCH_NODE),
        _sets(red_cells, blue_cells, index=CELL_INDEX, kind="cell", unknown=PositionRefusals.NO_SUCH_CELL),
        ROLES.index(turn[0]),
    )


def _sets(
    red: Sequence[str], blue: Sequence[str], *, index: Mapping[str, int], kind: str, unknown: PositionRefusals
) -> tuple[int, int]:
    seen = 0
    ends: list[int] = []
    for names in (red, blue):
        for name in names:
            place = index.get(name)
            if place is None:
                raise InvalidPosition(f"there is no {kind} {shorten(name)!r}", unknown, name=shorten(name))
            if seen >> place & 1:
                raise InvalidPosition(
                    f"{kind} {name} is named twice", PositionRefusals.NAMED_TWICE, name=name
                )
            seen |= 1 << place
        ends.append(seen)
    return ends[0], ends[1] ^ ends[0]
