"""A naive implementation of Hnefatafl, written straight from the rules."""

import itertools
import re
from collections.abc import Mapping
from copy import copy

Square = tuple[int, int]
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


def text_of(square: Square) -> str:
    return f"{chr(97 + square[0])}{square[1] + 1}"


def board_text(men: Mapping[Square, str], size: int) -> str:
    rows = ("".join(men.get((x, y), ".") for x in range(size)) for y in reversed(range(size)))
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows)


class Slow:
    """A position as a dictionary of squares, deliberately naive."""

    def __init__(self, position: str, options: Mapping[str, str]) -> None:
        body, self.turn = position.split(" ")
        rows = body.split("/")
        self.size = len(rows)
        self.options = options
        self.men: dict[Square, str] = {}
        for y, row in enumerate(reversed(rows)):
            spread = re.sub(r"\d+", lambda count: "." * int(count[0]), row)
            self.men |= {(x, y): piece for x, piece in enumerate(spread) if piece != "."}
        self.throne = (self.size // 2, self.size // 2)
        last = self.size - 1
        self.corners = set(itertools.product((0, last), repeat=2))
        self.goals = self.corners
        if self.options["escape"] == "edge":
            self.corners = set()
            self.goals = {(x, y) for x in range(self.size) for y in range(self.size) if {x, y} & {0, last}}
        self.outcome: tuple[tuple[int, ...], str] | None = None
        self.past = [self.position()]

    def position(self) -> str:
        return f"{board_text(self.men, self.size)} {self.turn}"

    def on_board(self, square: Square) -> bool:
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    def side(self, square: Square) -> str:
        return {"a": "a", "d": "d", "k": "d"}.get(self.men.get(square, ""), "")

    def moves(self) -> set[str]:
        if self.outcome is not None:
            return set()
        texts = set()
        for square, piece in self.men.items():
            if self.side(square) != self.turn:
                continue
            for dx, dy in AROUND:
                for far in range(1, self.size):
                    here = (square[0] + dx * far, square[1] + dy * far)
                    if not self.on_board(here) or here in self.men or self.is_barred(here, piece):
                        break
                    if piece == "k" or here != self.throne:
                        texts.add(f"{text_of(square)}-{text_of(here)}")
        return texts

    def is_barred(self, square: Square, piece: str) -> bool:
        """Return whether a piece may neither stop on an empty square nor cross it."""
        if piece == "k":
            return square == self.throne and self.options["throne_return"] == "off"
        crossers = {"none": "", "both": "ad", "attackers": "a", "defenders": "d"}[self.options["throne_pass"]]
        return square in self.corners or (square == self.throne and piece not in crossers)

    def play(self, text: str) -> None:
        origin, target = ((ord(name[0]) - 97, int(name[1:]) - 1) for name in text.split("-"))
        mover = self.turn
        self.men[target] = self.men.pop(origin)
        caught = set(self.custodial(target, mover)) | self.shieldwall(target, mover)
        king = next(square for square, piece in self.men.items() if piece == "k")
        fallen = (self.siege(king) or self.captures_like_a_man(king, target)) if mover == "a" else set()
        for square in caught | fallen:
            del self.men[square]
        self.turn = "d" if mover == "a" else "a"
        if fallen:
            self.outcome = ((0,), "king-captured" if len(fallen) == 1 else "king-and-defender-captured")
        elif king in self.goals:
            self.outcome = ((1,), "king-escaped" if king in self.corners else "edge-reached")
        elif mover == "a" and self.options["encirclement"] == "on" and self.is_enclosed():
            self.outcome = ((0,), "encircled")
        elif not self.moves():
            self.outcome = ((0,) if mover == "a" else (1,), "no-moves")
        self.past.append(self.position())
        if self.outcome is None and self.past.count(self.past[-1]) == 3:
            loser = 0 if mover == "a" else 1
            self.outcome = ((1 - loser,) if self.options["repetition"] == "mover-loses" else (), "repetition")

    def has_capturer(self, square: Square, mover: str) -> bool:
        """Return whether the mover has a capturing piece on a square."""
        if self.men.get(square) == "k" and self.options["king_arms"] == "weaponless":
            return False
        return self.side(square) == mover

    def hostile(self, square: Square) -> bool:
        if square in self.men:
            return False
        at_throne = square == self.throne and self.options["throne_hostile"] == "on"
        return square in self.corners or at_throne

    def captures_like_a_man(self, king: Square, target: Square) -> set[Square]:
        dx, dy = target[0] - king[0], target[1] - king[1]
        if self.options["king_capture"] == "four" or (dx, dy) not in AROUND:
            return set()
        from_throne = abs(king[0] - self.throne[0]) + abs(king[1] - self.throne[1])
        if self.options["king_capture"] == "two-away" and from_throne <= 1:
            return set()
        opposite = (king[0] - dx, king[1] - dy)
        return {king} if self.men.get(opposite) == "a" or self.hostile(opposite) else set()

    def custodial(self, target: Square, mover: str) -> list[Square]:
        caught: list[Square] = []
        if not self.has_capturer(target, mover):
            return caught
        for dx, dy in AROUND:
            neighbour, opposite = (target[0] + dx, target[1] + dy), (target[0] + 2 * dx, target[1] + 2 * dy)
            if self.men.get(neighbour) != ("d" if mover == "a" else "a"):
                continue
            if self.has_capturer(opposite, mover) or self.hostile(opposite):
                caught.append(neighbour)
        return caught

    def shieldwall(self, target: Square, mover: str) -> set[Square]:
        caught: set[Square] = set()
        if self.options["shieldwall"] == "off":
            return caught
        last = self.size - 1
        edges = [
            [((i, 0), (i, 1)) for i in range(self.size)],
            [((i, last), (i, last - 1)) for i in range(self.size)],
            [((0, i), (1, i)) for i in range(self.size)],
            [((last, i), (last - 1, i)) for i in range(self.size)],
        ]
        other = "d" if mover == "a" else "a"
        for edge in edges:
            for start, end in itertools.combinations(range(self.size), 2):
                row = edge[start + 1 : end]
                enclosing = [edge[start][0], edge[end][0], *(front for _, front in row)]
                if (
                    len(row) >= 2
                    and all(self.side(square) == other for square, _ in row)
                    and all(self.has_capturer(square, mover) for square in enclosing)
                    and target in enclosing
                ):
                    caught |= {square for square, _ in row if self.men[square] != "k"}
        return caught

    def is_closed(self, square: Square) -> bool:
        if not self.on_board(square) or self.men.get(square) == "a":
            return True
        return square not in self.men and (square in self.corners or square == self.throne)

    def siege(self, king: Square) -> set[Square]:
        around = [(king[0] + dx, king[1] + dy) for dx, dy in AROUND]
        if all(self.is_closed(square) for square in around):
            return {king}
        companions = [square for square in around if self.men.get(square) == "d"]
        if len(companions) != 1:
            return set()
        friend = companions[0]
        others = [square for square in around if square != friend]
        others += [
            (friend[0] + dx, friend[1] + dy) for dx, dy in AROUND if (friend[0] + dx, friend[1] + dy) != king
        ]
        return {king, friend} if all(self.is_closed(square) for square in others) else set()

    def is_enclosed(self) -> bool:
        last = self.size - 1
        squares = {(x, y) for x in range(self.size) for y in range(self.size)}
        outside = {square for square in squares if {0, last} & set(square) and self.men.get(square) != "a"}
        while True:
            more = {
                (x + dx, y + dy)
                for x, y in outside
                for dx, dy in AROUND
                if (x + dx, y + dy) in squares and self.men.get((x + dx, y + dy)) != "a"
            } - outside
            if not more:
                return not any(self.side(square) == "d" for square in outside)
            outside |= more

    def after(self, text: str) -> "Slow":
        after = copy(self)
        after.men, after.past = dict(self.men), list(self.past)
        after.play(text)
        return after

    def winners(self) -> tuple[int, ...] | None:
        return None if self.outcome is None else self.outcome[0]
