"""A naive implementation of Nine Men's Morris: coordinates and dictionaries, with the whole history."""

from collections.abc import Iterator, Mapping
from itertools import permutations

Point = tuple[int, int]
PositionKey = tuple[frozenset[tuple[Point, str]], str]

SIDES = ("white", "black")


def name(point: Point) -> str:
    return f"{'abcdefg'[point[0]]}{point[1] + 1}"


class Naive:
    """A position. `history`: positions since a man was set or captured; `quiet`: plies without a mill."""

    def __init__(self, options: Mapping[str, str], position: str = "") -> None:
        self.options = options
        self.men = int(options["men"])
        self.squares = 2 if self.men == 6 else 3
        self.middle = self.squares
        self.board: dict[Point, str] = {}
        self.hand = dict.fromkeys(SIDES, self.men)
        self.turn = "white"
        if position:
            self.read(position)
        self.history: list[PositionKey] = [] if self.hand["white"] else [self.key()]
        self.quiet = 0

    def points(self) -> list[Point]:
        """Return the squares' corners and side midpoints: diagonal to the centre or level with it."""
        reach = range(2 * self.middle + 1)
        spots = []
        for x in reach:
            for y in reach:
                across, up = abs(x - self.middle), abs(y - self.middle)
                if (across, up) != (0, 0) and (across == up or 0 in {across, up}):
                    spots.append((x, y))
        return spots

    def lines(self) -> Iterator[list[Point]]:
        for ring in range(1, self.squares + 1):
            low, mid, high = self.middle - ring, self.middle, self.middle + ring
            for edge in (low, high):
                yield [(edge, low), (edge, mid), (edge, high)]
                yield [(low, edge), (mid, edge), (high, edge)]
        steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        if self.men == 12:
            steps += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        for dx, dy in steps:
            yield [(self.middle + dx * ring, self.middle + dy * ring) for ring in range(1, self.squares + 1)]

    def neighbours(self, point: Point) -> set[Point]:
        neighbours = set()
        for line in self.lines():
            if point in line:
                index = line.index(point)
                neighbours |= {
                    line[neighbour] for neighbour in (index - 1, index + 1) if 0 <= neighbour < len(line)
                }
        return neighbours

    def men_of(self, side: str) -> set[Point]:
        return {point for point, owner in self.board.items() if owner == side}

    def opponent(self) -> str:
        return SIDES[1 - SIDES.index(self.turn)]

    def mills(self, men: set[Point]) -> list[list[Point]]:
        return [line for line in self.lines() if len(line) == 3 and set(line) <= men]

    def capturable(self, men: set[Point]) -> set[Point]:
        protected = {point for mill in self.mills(men) for point in mill}
        if men - protected or self.options["all_in_mills"] == "none":
            return men - protected
        return men

    def capture_sets(self, closed: int) -> set[frozenset[Point]]:
        """Try every order of captures; return the longest ones."""
        theirs = self.men_of(self.opponent())
        number = min(closed, 1) if self.options["two_mills"] == "one" else closed
        for length in range(number, 0, -1):
            sets = set()
            for order in permutations(sorted(theirs), length):
                free_men = set(theirs)
                for man in order:
                    if man not in self.capturable(free_men):
                        break
                    free_men.remove(man)
                else:
                    sets.add(frozenset(order))
            if sets:
                return sets
        return {frozenset()}

    def paths(self) -> Iterator[tuple[Point, ...]]:
        empty = [point for point in self.points() if point not in self.board]
        if self.hand[self.turn]:
            yield from ((point,) for point in empty)
            return
        own = self.men_of(self.turn)
        flies = self.options["flying"] == "on" and len(own) == 3
        for origin in own:
            yield from ((origin, goal) for goal in empty if flies or goal in self.neighbours(origin))

    def men_after(self, path: tuple[Point, ...]) -> set[Point]:
        return (self.men_of(self.turn) | {path[-1]}) - set(path[:-1])

    def mills_closed_by(self, path: tuple[Point, ...]) -> int:
        return sum(path[-1] in mill for mill in self.mills(self.men_after(path)))

    def plies(self) -> Iterator[tuple[tuple[Point, ...], frozenset[Point]]]:
        for path in self.paths():
            for captures in self.capture_sets(self.mills_closed_by(path)):
                yield path, captures

    def text(self, path: tuple[Point, ...], captures: frozenset[Point]) -> str:
        return "x".join(["-".join(map(name, path)), *sorted(map(name, captures))])

    def moves(self) -> list[str]:
        if self.winners() is not None:
            return []
        return [self.text(path, captures) for path, captures in self.plies()]

    def after(self, text: str) -> "Naive":
        path, captures = next(ply for ply in self.plies() if self.text(*ply) == text)
        after = Naive(self.options)
        own, theirs = self.men_after(path), self.men_of(self.opponent()) - captures
        after.board = {**dict.fromkeys(own, self.turn), **dict.fromkeys(theirs, self.opponent())}
        after.hand = {**self.hand, self.turn: max(0, self.hand[self.turn] - 1)}
        after.turn = self.opponent()
        places = self.hand[self.turn] > 0
        after.history = [*([] if places or captures else self.history), after.key()]
        after.quiet = 0 if places or self.mills_closed_by(path) else self.quiet + 1
        return after

    def key(self) -> PositionKey:
        return frozenset(self.board.items()), self.turn

    def winners(self) -> tuple[int, ...] | None:
        remaining = [len(self.men_of(side)) + self.hand[side] for side in SIDES]
        alive = tuple(seat for seat in (0, 1) if remaining[seat] >= 3)
        if len(alive) < 2:
            return alive
        if not any(True for _ in self.paths()):
            return () if len(self.board) == len(self.points()) else (SIDES.index(self.opponent()),)
        limit = self.options["no_mill"]
        limit_reached = limit != "off" and self.quiet >= 2 * int(limit)
        return () if limit_reached or self.history.count(self.key()) >= 3 else None

    def ranks(self) -> list[list[Point]]:
        height = 2 * self.middle
        return [[point for point in sorted(self.points()) if point[1] == y] for y in range(height, -1, -1)]

    def position(self) -> str:
        signs = {point: owner[0] for point, owner in self.board.items()}
        rows = ("".join(signs.get(point, ".") for point in rank) for rank in self.ranks())
        return f"{'/'.join(rows)} {self.turn[0]} {self.hand['white']} {self.hand['black']}"

    def read(self, position: str) -> None:
        rows, turn, *hands = position.split(" ")
        for rank, row in zip(self.ranks(), rows.split("/"), strict=True):
            for point, sign in zip(rank, row, strict=True):
                if sign != ".":
                    self.board[point] = "white" if sign == "w" else "black"
        self.turn = "white" if turn == "w" else "black"
        self.hand = dict(zip(SIDES, map(int, hands), strict=True))
