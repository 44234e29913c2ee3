"""Positions of Hnefatafl for the search: every board and option."""

from collections.abc import Sequence
from typing import Final

from engines.contract import DRAW, UNCLEAR
from engines.games.tafl.hnefatafl.worth import (
    EXITS,
    EXITS_NEAR,
    KING_NEAR,
    KING_OPEN,
    KING_STEP,
    MAX_EXITS_NEAR,
    MAX_NEAR,
    SHUT,
    SHUT_WEAK,
    worth,
)
from engines.games.tafl.lanes import CELL_BITS, CELL_MASK, Lanes, Pieces, lanes_of
from engines.games.tafl.position import SlidingPosition
from rules import State
from rules.games.tafl.hnefatafl.boards import (
    ATTACKER,
    ATTACKERS,
    DEFENDER,
    DEFENDERS,
    KING,
    SCRIPT,
    Field,
    field,
)
from rules.games.tafl.hnefatafl.captures import besieged_king, flanked_king, is_encirclement, wall_captures
from rules.games.tafl.hnefatafl.options import in_force
from rules.toolkit.sliding import BORDER, EMPTY

_MEN: Final = (ATTACKER, DEFENDER)
_MAX_OPENED: Final = 90
"""The usual maximum gain for the king when a man steps aside."""


def begin(path: Sequence[State]) -> "HnefataflPosition":
    """Return the position at the end of a path of states."""
    first = path[0]
    options = in_force(first.options)
    squares = field(first.options)
    pieces = Pieces(squares.owners, (DEFENDER, ATTACKER))
    size = squares.grid.columns
    board, side = SCRIPT.read(first.position, squares.grid)
    position = HnefataflPosition(
        lanes_of(size, size, pieces, squares.wards, squares.hostile),
        squares,
        worth(options["board"], at_edge=squares.at_edge),
        bytes(board),
        side,
        shieldwall=options["shieldwall"] == "on",
        encirclement=options["encirclement"] == "on",
        mover_loses=options["repetition"] == "mover-loses",
    )
    for state in path[1:]:
        if state.last is not None:
            position.make(position.read(state.last.text))
    return position


class HnefataflPosition(SlidingPosition):
    __slots__ = (
        "_corners",
        "_edges",
        "_encirclement",
        "_field",
        "_kings",
        "_mover_loses",
        "_shieldwall",
        "_shut",
        "_weak",
        "king",
    )

    def __init__(
        self,
        lanes: Lanes,
        squares: Field,
        values: Sequence[Sequence[int]],
        board: bytes,
        turn: int,
        *,
        shieldwall: bool,
        encirclement: bool,
        mover_loses: bool,
    ) -> None:
        super().__init__(lanes, values, board, turn)
        self._field: Final = squares
        self._corners: Final = frozenset(squares.corners)
        self._shieldwall: Final = shieldwall
        self._encirclement: Final = encirclement
        self._mover_loses: Final = mover_loses
        self._weak: Final = any(not squares.court[cell] for cell in squares.grid.cells.values())
        """Whether two attackers may be able to capture the king."""
        self._shut: Final = SHUT_WEAK if self._weak else SHUT
        self._kings: list[int] = []
        self.king = board.find(KING)

    def make(self, move: int) -> None:
        """Play a legal move."""
        board, side = self.board, self.turn
        origin, target = move >> CELL_BITS, move & CELL_MASK
        piece = board[origin]
        board[origin] = EMPTY
        board[target] = piece
        taken = self._flank_captures(target) if self._field.hammers[side][piece] else []
        self._kings.append(self.king)
        siege: tuple[int, ...] = ()
        if piece == KING:
            self.king = target
        elif side == ATTACKERS:
            # Judge the king's fate while the men captured by the move are still on the board.
            if not self._open_sides() and self._companions() < 2:
                siege = besieged_king(board, self._field)
            if self._weak and not siege:
                siege = flanked_king(board, target, self._field)
            if siege:
                taken = list(dict.fromkeys((*taken, *siege)))
                self.king = 0
        times = self._pass_on(move, piece, taken)
        if siege or (side == ATTACKERS and self._encirclement and is_encirclement(bytes(board), self._field)):
            self.winner = ATTACKERS
        elif piece == KING and self._field.goals[target]:
            self.winner = DEFENDERS
        elif not self.mobility[1 - side]:
            self.winner = side
        elif times >= 3:
            self.winner = 1 - side if self._mover_loses else DRAW

    def _flank_captures(self, target: int) -> list[int]:
        """Return the cells of the men captured by the piece just moved to `target`."""
        board, squares, side = self.board, self._field, self.turn
        prey, hammers, hostile = _MEN[1 - side], squares.hammers[side], squares.hostile
        taken: list[int] = []
        for step in squares.grid.steps:
            if board[target + step] == prey:
                anvil = target + step + step
                if hammers[board[anvil]] or (hostile[anvil] and board[anvil] == EMPTY):
                    taken.append(target + step)
        if self._shieldwall:
            return list(dict.fromkeys((*taken, *wall_captures(board, target, side, squares))))
        return taken

    def unmake(self) -> None:
        super().unmake()
        self.king = self._kings.pop()

    def _open_sides(self) -> list[int]:
        """Return the empty cells next to the king that do not confine him."""
        board, refuges, king = self.board, self._field.refuges, self.king
        return [
            king + step
            for step in self._field.grid.steps
            if board[king + step] == EMPTY and not refuges[king + step]
        ]

    def strikes(self) -> set[int]:
        """Return the cells where a piece of the side to act would capture or win."""
        cells = super().strikes()
        if self.turn == DEFENDERS:
            cells |= self._corners
        else:
            cells.update(self._traps())
        if self._shieldwall:
            self._add_walls(cells)
        return cells

    def _traps(self) -> list[int]:
        """Return the empty cells where one more attacker would capture the king."""
        free = self._open_sides()
        traps = free if len(free) == 1 else []
        if self._weak and not self._field.court[self.king]:
            board, hostile, king = self.board, self._field.hostile, self.king
            for step in self._field.grid.steps:
                anvil = king - step
                if board[king + step] == EMPTY and (
                    board[anvil] == ATTACKER or (board[anvil] == EMPTY and hostile[anvil])
                ):
                    traps = [*traps, king + step]
        return traps

    def loud(self) -> Sequence[int]:
        """Return the moves that capture or may capture, starting with the king's escapes."""
        moves = super().loud()
        if self.turn == DEFENDERS and self._goal_in_sight():
            goals = self._field.goals
            if self._field.at_edge:
                origin, lines = self.king, self.lines
                out = [
                    move
                    for number in self.lanes.crossing[origin]
                    for move in lines[number].moves[DEFENDERS]
                    if move >> CELL_BITS == origin and goals[move & CELL_MASK]
                ]
                return [*out, *(move for move in moves if move not in out)]
            return sorted(moves, key=lambda move: not goals[move & CELL_MASK])
        return moves

    def _add_walls(self, targets: set[int]) -> None:
        """Add the cells that might close a row of enemies along an edge."""
        board, enemies = self.board, self._field.friends[1 - self.turn]
        for cells, along, inwards in self._field.edges:
            for cell in cells:
                if enemies[board[cell]]:
                    targets.update((cell - along, cell + along, cell + inwards))

    def evaluate(self) -> int:
        score = self.balance + self._prospects_of_king()
        return score if self.turn == DEFENDERS else -score

    def _prospects_of_king(self) -> int:
        """Return the value of the king's surroundings to the defenders."""
        return self._prospects_at_edge() if self._field.at_edge else self._prospects_in_corners()

    def _prospects_at_edge(self) -> int:
        """Return this value for a king who escapes on any edge: ways out now, and after a move."""
        board, lines, king, size = self.board, self.lines, self.king, self._field.grid.columns
        stride = self._field.grid.stride
        row, column = king // stride - 1, king % stride - 1
        score = near = shut = exits = 0
        for step, place, across, other in (
            (1, column, size, row),
            (-1, column, size, row),
            (stride, row, 0, column),
            (-stride, row, 0, column),
        ):
            way = 1 if step > 0 else -1
            cell, there = king + step, place + way
            while board[cell] == EMPTY:
                free, low, high = lines[across + there].spans[other]
                score += KING_STEP + free
                near += EXITS_NEAR[low + high]
                cell += step
                there += way
            beside = board[cell]
            if beside == BORDER:
                exits += 1
            elif beside == ATTACKER and cell - step == king:
                shut += 1
        return score + EXITS[exits] + min(near, MAX_EXITS_NEAR) - self._shut[shut]

    def _prospects_in_corners(self) -> int:
        """Return this value for a king who escapes only in the corners."""
        board, lines, king, size = self.board, self.lines, self.king, self._field.grid.columns
        stride = self._field.grid.stride
        row, column = king // stride - 1, king % stride - 1
        score = near = shut = 0
        for step, place, across, other in (
            (1, column, size, row),
            (-1, column, size, row),
            (stride, row, 0, column),
            (-stride, row, 0, column),
        ):
            way = 1 if step > 0 else -1
            cell, there = king + step, place + way
            while board[cell] == EMPTY:
                # He stops here, and turns towards the corner in his next move.
                free, low, high = lines[across + there].spans[other]
                score += KING_STEP + free
                if low:
                    near += KING_NEAR[self._ways(size - across, 0, there)]
                if high:
                    near += KING_NEAR[self._ways(size - across, size - 1, there)]
                cell += step
                there += way
            beside = board[cell]
            if beside == BORDER:
                if cell - step != king:
                    score += KING_OPEN[self._ways(across, there - way, other)]
            elif beside == ATTACKER and cell - step == king:
                shut += 1
        return score + min(near, MAX_NEAR) - self._shut[shut]

    def _ways(self, first: int, edge: int, place: int) -> int:
        """Return the number of corners reachable from a cell of an edge.

        `first` is the number of the first lane parallel to the edge, `edge` the number of the edge.
        """
        _, low, high = self.lines[first + edge].spans[place]
        return low + high

    def pressed(self) -> bool:
        """Return whether the king could escape, or be captured, if the other side were to move."""
        if self.turn == ATTACKERS:
            return self._goal_in_sight()
        if self._companions() and not self._weak:
            return False
        traps = self._traps()
        if not traps:
            return not self._companions() and not self._open_sides()
        return any(
            move & CELL_MASK == trap
            for trap in traps
            for number in self.lanes.crossing[trap]
            for move in self.lines[number].moves[ATTACKERS]
        )

    def _companions(self) -> int:
        """Return the number of defenders next to the king."""
        board, king = self.board, self.king
        return sum(board[king + step] == DEFENDER for step in self._field.grid.steps)

    def _goal_in_sight(self) -> bool:
        """Return whether the king has a free path to an escape square."""
        board, corners, king = self.board, self._corners, self.king
        stride = self._field.grid.stride
        if self._field.at_edge:
            lines = self.lines
            ways = (
                lines[number].spans[place - 1]
                for number, place in zip(
                    self.lanes.crossing[king], (king % stride, king // stride), strict=True
                )
            )
            return any(low or high for _, low, high in ways)
        row, column = king // stride, king % stride
        last = self._field.grid.columns
        for step, on_edge in ((1, row in {1, last}), (stride, column in {1, last})):
            for way in (step, -step) if on_edge else ():
                cell = king + way
                while board[cell] == EMPTY:
                    if cell in corners:
                        return True
                    cell += way
        return False

    def outlook(self) -> Sequence[tuple[int, int]]:
        """Return every legal move, preceded by an upper bound of its static value, or by UNCLEAR."""
        side, king = self.turn, self.king
        sign = 1 if side == DEFENDERS else -1
        surroundings = self._prospects_of_king()
        here = sign * (self.balance + surroundings)
        strikes = self.strikes()
        moves = self.moves()
        if self._all_unclear():
            return [(UNCLEAR, move) for move in moves]
        stride = self._field.grid.stride
        row, column = king // stride, king % stride
        opened = EXITS[1] if self._field.at_edge else _MAX_OPENED
        gain = opened if side == DEFENDERS else max(0, surroundings) + self._shut[3]
        near = {*range(row * stride, row * stride + stride), *range(column, len(self.board), stride)}
        worths = self.worth[_MEN[side]]
        outlook: list[tuple[int, int]] = []
        for move in moves:
            origin, target = move >> CELL_BITS, move & CELL_MASK
            if target in strikes or origin == king:
                outlook.append((UNCLEAR, move))
                continue
            score = here + sign * (worths[target] - worths[origin])
            if target in near or origin in near:
                score += gain
            outlook.append((score, move))
        return outlook

    def _all_unclear(self) -> bool:
        """Return whether any move might end the game."""
        side = self.turn
        if self.mobility[1 - side] <= 2 * self._field.grid.columns:
            return True
        if side == DEFENDERS:
            return False
        return self._encirclement or (not self._open_sides() and self._companions() < 2)
