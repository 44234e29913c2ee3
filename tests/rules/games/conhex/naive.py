"""A naive implementation of ConHex."""

from collections import Counter
from collections.abc import Mapping
from copy import copy

from rules.games.conhex import CELL_NODES, CELLS, NEIGHBOURS, NODES, SIDES

PositionKey = tuple[frozenset[tuple[str, int]], frozenset[tuple[str, int]], int]


class Naive:
    """A position as dictionaries, with the whole history."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.limit = 10**6 if options["balls"] == "unlimited" else int(options["balls"])
        self.swap = options["swap"] == "on"
        self.handicap = int(options["handicap"])
        self.balls: dict[str, int] = {}
        self.owners: dict[str, int] = {}
        self.turn = 0
        self.winner: int | None = None
        self.occurrences: Counter[PositionKey] = Counter([self.key()])

    def key(self) -> PositionKey:
        return frozenset(self.balls.items()), frozenset(self.owners.items()), self.turn

    def clone(self) -> "Naive":
        clone = copy(self)
        clone.balls, clone.owners = dict(self.balls), dict(self.owners)
        return clone

    def count(self, seat: int) -> int:
        return sum(owner == seat for owner in self.balls.values())

    def legal(self) -> list[str]:
        if self.winner is not None:
            return []
        free = [node for node in NODES if node not in self.balls]
        if self.count(self.turn) < self.limit:
            can_swap = self.swap and self.turn == 1 and list(self.balls.values()) == [0]
            return free + ["swap"] * can_swap
        own = [node for node in NODES if self.balls.get(node) == self.turn]
        moves = [f"{origin}>{goal}" for origin in own for goal in free]
        repeated = {balls for (balls, _, _), times in self.occurrences.items() if times >= 2}
        current = frozenset(self.balls.items())
        return [move for move in moves if not repeated or not self.is_third(move, current, repeated)]

    def is_third(
        self, move: str, current: frozenset[tuple[str, int]], repeated: set[frozenset[tuple[str, int]]]
    ) -> bool:
        origin, goal = move.split(">")
        balls = current - {(origin, self.turn)} | {(goal, self.turn)}
        return balls in repeated and self.occurrences[self.after_move(move).key()] >= 2

    def after_move(self, move: str) -> "Naive":
        after = self.clone()
        seat = self.turn
        if move == "swap":
            node = next(iter(after.balls))
        else:
            *origin, node = move.split(">")
            for lifted in origin:
                del after.balls[lifted]
        after.balls[node] = seat
        for cell, nodes in CELL_NODES.items():
            count = sum(after.balls.get(point) == seat for point in nodes)
            if node in nodes and cell not in after.owners and 2 * count >= len(nodes):
                after.owners[cell] = seat
        first_continues = seat == 0 and after.count(1) == 0 and after.count(0) < after.handicap
        after.turn = 0 if first_continues else 1 - seat
        return after

    def play(self, move: str) -> "Naive":
        after = self.after_move(move)
        after.occurrences = self.occurrences + Counter([after.key()])
        if after.is_connected(self.turn):
            after.winner = self.turn
        elif not after.legal():
            after.winner = 1 - after.turn
        return after

    def is_connected(self, seat: int) -> bool:
        start, goal = (("top", "bottom"), ("left", "right"))[seat]
        pending = [cell for cell in SIDES[start] if self.owners.get(cell) == seat]
        visited = set(pending)
        while pending:
            for cell in NEIGHBOURS[pending.pop()]:
                if cell not in visited and self.owners.get(cell) == seat:
                    visited.add(cell)
                    pending.append(cell)
        return not visited.isdisjoint(SIDES[goal])

    def moves(self) -> list[str]:
        return self.legal()

    def after(self, move: str) -> "Naive":
        return self.play(move)

    def winners(self) -> tuple[int, ...] | None:
        return None if self.winner is None else (self.winner,)

    def position(self) -> str:
        balls = [[node for node in NODES if self.balls.get(node) == seat] for seat in (0, 1)]
        cells = [[cell for cell in CELLS if self.owners.get(cell) == seat] for seat in (0, 1)]
        parts = (("red", balls[0]), ("blue", balls[1]), ("red-cells", cells[0]), ("blue-cells", cells[1]))
        turn = ("turn", [("red", "blue")[self.turn]])
        return "; ".join(" ".join((head, *names)) for head, names in (*parts, turn))
