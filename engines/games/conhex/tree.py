"""UCT with RAVE for ConHex: a node's results anywhere in a playout also count for a move there now.

Playout counts by node are packed in one large integer: a single addition records a playout for all of its
nodes.
"""

from collections.abc import MutableSequence, Sequence
from functools import cache
from math import sqrt
from operator import truediv
from struct import Struct
from typing import Final

from engines.contract import Budget, Chance, Exhausted, Level, Task, pick, shuffle, soft
from engines.games.conhex.filling import (
    ALL_CELLS,
    draw_nodes,
    filled_winner,
    joins_sides,
    spread,
    within_reach,
)
from engines.games.conhex.spot import SWAP, Spot, begin, goal_of, write
from rules.games.conhex.board import CELL_NODES, CELLS, CLAIMS, NODE_INDEX, NODES
from rules.toolkit.bits import members

_FIELD: Final = 16
_MOST: Final = 15_000
"""The maximum number of playouts per answer: each takes 0.8 kB of memory. Fields hold up to 65,000."""
_BYTES: Final = (len(NODES) + 1) * _FIELD // 8
_FIELDS: Final = Struct(f"<{len(NODES) + 1}H")
_CHUNK: Final = 8
_CHUNK_MASK: Final = (1 << _CHUNK) - 1

_TRUST: Final = 400.0
"""The number of playouts at which a move's own results weigh as much as its RAVE results."""

_LENT: Final = 4
"""Initial playouts of a node; one of them is won for each cell that can still be conquered there."""

_LENT_TO_SWAP: Final = 8
"""Initial playouts of the swap, all of them won."""

_NODES_OF: Final = tuple(sum(1 << NODE_INDEX[node] for node in CELL_NODES[cell]) for cell in CELLS)
_LENT_AT: Final = tuple(sum(1 << _FIELD * NODE_INDEX[node] for node in CELL_NODES[cell]) for cell in CELLS)
_BEGUN: Final = (sum(_LENT << _FIELD * place for place in range(len(NODES) + 1)), _LENT << _FIELD * SWAP)
"""Initial playouts, and the won ones among them; the swap comes after the nodes."""


@cache
def _columns() -> tuple[tuple[int, ...], ...]:
    """Return, for each group of eight nodes, the additions that record a playout for each subset."""
    columns: list[tuple[int, ...]] = []
    for first in range(0, len(NODES), _CHUNK):
        sums = [0]
        for node in range(first, min(first + _CHUNK, len(NODES))):
            sums += [total + (1 << _FIELD * node) for total in sums]
        columns.append(tuple(sums))
    return tuple(columns)


def _record(nodes: int) -> int:
    total = 0
    for column in _columns():
        total += column[nodes & _CHUNK_MASK]
        nodes >>= _CHUNK
    return total


def _nodes_of(cells: int) -> int:
    """Return the nodes of unpacked cells."""
    nodes = 0
    for place in members(cells):
        nodes |= _NODES_OF[place >> 2]
    return nodes


def winning_nodes(spot: Spot, seat: int) -> int:
    """Return the free nodes on which a ball would win immediately for a seat."""
    cells = spot.cells
    own = spot.balls[seat]
    near = within_reach(own, spread(cells[0] | cells[1]))
    held = spread(cells[seat])
    if not near or not joins_sides(held | near, seat):
        return 0
    nodes = 0
    for node in members(spot.free & _nodes_of(near)):
        gained = near & spread(sum(cell for cell, _, _ in CLAIMS[node]))
        if joins_sides(held | gained, seat):
            nodes |= 1 << node
    return nodes


class _Node:
    """A position in the tree: the results of its moves for the seat to act, and its untried moves."""

    __slots__ = ("children", "gained", "noted", "owned", "played", "proven", "spot", "untried", "won")

    def __init__(self, spot: Spot, before: "_Node | None" = None) -> None:
        self.spot = spot
        # There are thousands of nodes: share equal values instead of copying them.
        same = before is not None and before.spot.cells is spot.cells
        self.owned: tuple[int, int] = (
            before.owned if before and same else (spread(spot.cells[0]), spread(spot.cells[1]))
        )
        self.played = 0
        self.gained = 0
        """Playouts won by the seat that moved here."""
        self.children: dict[int, _Node] = {}
        self.untried: MutableSequence[int] | None = None
        self.noted, self.won = _BEGUN
        self.proven = spot.winner
        if self.proven is None and not spot.is_out_of_balls and winning_nodes(spot, spot.turn):
            self.proven = spot.turn

    def moves(self) -> MutableSequence[int]:
        """Return the untried moves worth trying."""
        if self.untried is None:
            self.untried = self._candidates()
        return self.untried

    def _candidates(self) -> MutableSequence[int]:
        """Return moves that may parry a win in one, or else nodes with cells still to be conquered."""
        spot = self.spot
        open_cells = ALL_CELLS & ~(self.owned[0] | self.owned[1])
        for place in members(open_cells):
            self.won += _LENT_AT[place >> 2]
        live = spot.free & _nodes_of(open_cells)
        if spot.is_out_of_balls:
            own = spot.balls[spot.turn]
            # A ball on a node without open cells can be moved at no cost.
            idle = own & ~_nodes_of(open_cells)
            origins = [next(members(idle))] if idle else members(own)
            return spot.relocations(origins, live) or list(spot.moves())
        if winning_nodes(spot, 1 - spot.turn):
            live &= _nodes_of(within_reach(spot.balls[1 - spot.turn], ALL_CELLS ^ open_cells))
        # A byte each: nodes, then the swap.
        moves = bytearray(members(live or spot.free))
        if spot.may_swap:
            moves.append(SWAP)
        return moves


class Tree:
    """The playouts of one answer."""

    def __init__(self, spot: Spot, level: Level, chance: Chance) -> None:
        self._chance = chance
        self._level = level
        self._root = _Node(spot)
        self._fallback = pick(chance, spot.moves())
        moves: Sequence[int] = self._root.moves()
        if not level.sees_win:
            # At this level neither own wins nor threats are noticed for certain.
            moves, self._root.proven = spot.moves(), None
        seen = [move for move in moves if chance.random() * 100 < level.attention]
        self._root.untried = shuffle(chance, seen or moves)

    @property
    def proven(self) -> int | None:
        """The seat with a forced win, if found."""
        return self._root.proven

    def unrefuted_moves(self) -> Sequence[int]:
        """Return the tried moves that are not proved losing, most tried first."""
        seat = self._root.spot.turn
        left = {move: child for move, child in self._root.children.items() if child.proven in {None, seat}}
        return sorted(left, key=lambda move: -left[move].played)

    @property
    def rate(self) -> float:
        """The share of wins with the most tried move, for the seat to act."""
        tried = max(self._root.children.values(), key=lambda child: child.played, default=None)
        return 1 / 2 if tried is None else tried.gained / tried.played

    def grow(self, budget: Budget) -> int:
        """Run playouts until the budget ends, then choose a move."""
        root = self._root
        if root.proven is not None:
            spot = root.spot
            won = [move for move in spot.moves() if spot.play(move).winner == spot.turn]
            return won[0] if won else self._fallback
        try:
            while root.played < _MOST and self._root.proven is None:
                budget.spend()
                self._play_once()
        except Exhausted:
            pass
        return self._select()

    def _select(self) -> int:
        root = self._root
        seat = root.spot.turn
        for move, child in root.children.items():
            if child.proven == seat:
                return move
        left = {move: child for move, child in root.children.items() if child.proven is None}
        if not left:
            # All tried moves lose and their resistance is unknown, so play the most promising.
            left = root.children
        if not left:
            return self._fallback
        if self._level.margin:
            rates = self._rates(root)
            scored = [(round(10_000 * self._value(child, move, rates)), move) for move, child in left.items()]
            scored += [(round(10_000 * rates[goal_of(move)]), move) for move in root.untried or ()]
            return soft(self._chance, scored, self._level.margin)
        return max(left, key=lambda move: (left[move].played, left[move].gained))

    def _play_once(self) -> None:
        way = [self._root]
        node = self._root
        while node.proven is None:
            child, new = self._next(node)
            if child is None:
                node.proven = 1 - node.spot.turn
                break
            way.append(child)
            node = child
            if new:
                break
        if node.proven is None:
            self._note(way, *self._play_out(node))
        else:
            self._prove(way)

    def _prove(self, way: list[_Node]) -> None:
        """Mark the nodes on the path to a position with a known winner."""
        winner = way[-1].proven
        for node, child in zip(way[-2::-1], way[:0:-1], strict=True):
            child.played += 1
            child.gained += winner == node.spot.turn
            if node.proven is None and child.proven == node.spot.turn:
                node.proven = child.proven
        way[0].played += 1

    def _play_out(self, node: _Node) -> tuple[int, tuple[int, int]]:
        """Fill the board at random; return the winner and the balls."""
        spot, random = node.spot, self._chance.random
        free, seat = spot.free, spot.turn
        more = 0
        if seat == 0 and not spot.balls[1]:
            more = max(0, spot.setup.handicap - spot.balls[0].bit_count() - 1)
        number = free.bit_count()
        mine = draw_nodes(free, min(number, more + (number - more + 1) // 2), random())
        own, other = spot.balls[seat] | mine, spot.balls[1 - seat] | (free ^ mine)
        balls = (own, other) if seat == 0 else (other, own)
        return filled_winner(balls, *node.owned, random()), balls

    @staticmethod
    def _note(way: list[_Node], winner: int, balls: tuple[int, int]) -> None:
        free = way[0].spot.free
        noted = _record(balls[0] & free), _record(balls[1] & free)
        mover: int | None = None
        for node in way:
            seat = node.spot.turn
            node.played += 1
            node.gained += winner == mover
            # Only the future nodes of the seat to act: taken nodes are never looked up.
            node.noted += noted[seat]
            if winner == seat:
                node.won += noted[seat]
            mover = seat

    def _next(self, node: _Node) -> tuple[_Node | None, bool]:
        """Return the next child, and whether it is new; None if all moves lose."""
        node.moves()
        rates = self._rates(node)
        best, choice = -1.0, 0
        for move, child in node.children.items():
            if child.proven is None:
                value = self._value(child, move, rates)
                if value > best:
                    best, choice = value, move
        untried = node.untried
        if untried:
            if node.spot.is_out_of_balls:
                fresh = max(untried, key=lambda move: rates[goal_of(move)])
            else:
                fresh = max(untried, key=rates.__getitem__)
            if rates[goal_of(fresh)] >= best:
                untried.remove(fresh)
                child = node.children[fresh] = _Node(node.spot.play(fresh), node)
                return child, True
        if best < 0:
            return None, False
        return node.children[choice], False

    @staticmethod
    def _rates(node: _Node) -> Sequence[float]:
        noted = _FIELDS.unpack(node.noted.to_bytes(_BYTES, "little"))
        won = _FIELDS.unpack(node.won.to_bytes(_BYTES, "little"))
        return list(map(truediv, won, noted))

    @staticmethod
    def _value(child: _Node, move: int, rates: Sequence[float]) -> float:
        played = child.played
        if move == SWAP:
            # Without RAVE results it needs enough tries to be judged.
            return (child.gained + _LENT_TO_SWAP) / (played + _LENT_TO_SWAP)
        trust = sqrt(_TRUST / (3 * played + _TRUST))
        return (1 - trust) * child.gained / played + trust * rates[goal_of(move)]


def choose(task: Task) -> str:
    return write(Tree(begin(task.path), task.level, task.chance).grow(task.budget))
