"""A naive implementation of Fox and Hens: sets of point names, and the board read from a drawing."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

PICTURE = r"""
7          c7--d7--e7
           | \ | / |
6          c6--d6--e6
           | / | \ |
5  a5--b5--c5--d5--e5--f5--g5
   | \ | / | \ | / | \ | / |
4  a4--b4--c4--d4--e4--f4--g4
   | / | \ | / | \ | / | \ |
3  a3--b3--c3--d3--e3--f3--g3
           | \ | / |
2          c2--d2--e2
           | / | \ |
1          c1--d1--e1
"""
HOUSE = {"c5", "d5", "e5", "c6", "d6", "e6", "c7", "d7", "e7"}
ARCS = {("a5", "b5"), ("b5", "c5"), ("g5", "f5"), ("f5", "e5")}


def lines_of(picture: str, *, slanted: bool) -> set[tuple[str, str]]:
    """Read the lines from a drawn board, each in both directions."""
    rows = picture.strip("\n").split("\n")
    pairs: set[tuple[str, str]] = set()
    for number, row in enumerate(rows):
        for column, sign in enumerate(row):
            if row[column : column + 2] == "--":
                pairs.add((row[column - 2 : column], row[column + 2 : column + 4]))
            if number % 2 == 0:
                continue
            above, below = rows[number - 1], rows[number + 1]
            if sign == "|":
                pairs.add((above[column : column + 2], below[column : column + 2]))
            elif sign == "\\" and slanted:
                pairs.add((above[column - 2 : column], below[column + 2 : column + 4]))
            elif sign == "/" and slanted:
                pairs.add((above[column + 2 : column + 4], below[column - 2 : column]))
    return pairs | {(b, a) for a, b in pairs}


LINES = {
    "alternating": lines_of(PICTURE, slanted=True),
    "none": lines_of(PICTURE, slanted=False),
}
POINTS = sorted({point for line in LINES["none"] for point in line})


def beyond(point: str, over: str) -> str:
    """Return the mirror image of `point` across `over`, which may be off the board."""
    return chr(2 * ord(over[0]) - ord(point[0])) + str(2 * int(over[1]) - int(point[1]))


class Naive:
    """A position as sets of point names, with a full copy of the position before the last step."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.lines = LINES[options["diagonals"]]
        self.hens = {point for point in POINTS if int(point[1]) <= 4}
        self.foxes = {"c5", "e5"} if options["fox_start"] == "front" else {"c7", "e7"}
        self.turn = "hens"
        self.pending = ""
        self.culprits: set[str] = set()
        self.step = ("", "")
        self.end: tuple[tuple[int, ...], str] | None = None

    def copy(self) -> "Naive":
        clone = Naive(self.options)
        clone.__dict__ = {
            key: set(value) if isinstance(value, set) else value for key, value in vars(self).items()
        }
        return clone

    def empty(self) -> set[str]:
        return set(POINTS) - self.hens - self.foxes

    def position(self) -> str:
        parts = [
            " ".join(["hens", *sorted(self.hens)]),
            " ".join(["foxes", *sorted(self.foxes)]),
            f"off {2 - len(self.foxes)}",
            f"turn {self.turn}",
        ]
        if self.pending == "claim":
            parts += [" ".join(["claimable", *sorted(self.culprits)]), "step " + "-".join(self.step)]
        elif self.pending:
            parts.append(self.pending)
        return "; ".join(parts)

    def jumps(self, fox: str, hens: set[str], others: set[str]) -> list[tuple[str, str]]:
        goals = []
        for hen in hens:
            goal = beyond(fox, hen)
            if (fox, hen) in self.lines and (hen, goal) in self.lines and goal not in hens | others:
                goals.append((hen, goal))
        return goals

    def chains(self, fox: str, hens: set[str], others: set[str]) -> list[list[str]]:
        """Return the paths of a fox's complete captures; only the fox's point if there is none."""
        jumps = self.jumps(fox, hens, others)
        if not jumps:
            return [[fox]]
        return [[fox, *tail] for hen, goal in jumps for tail in self.chains(goal, hens - {hen}, others)]

    def captures(self) -> list[str]:
        return [
            "x".join(chain)
            for fox in self.foxes
            for chain in self.chains(fox, self.hens, self.foxes - {fox})
            if len(chain) > 1
        ]

    def steps(self) -> list[str]:
        pieces = self.hens if self.turn == "hens" else self.foxes
        pairs = [(a, b) for a, b in self.lines if a in pieces and b in self.empty()]
        if self.turn == "hens":
            pairs = [(a, b) for a, b in pairs if b[1] > a[1] or (a, b) in ARCS]
        return [f"{a}-{b}" for a, b in pairs]

    def claims(self) -> set[str]:
        takeback = self.options["missed_capture"] == "takeback"
        if self.pending == "claim" and takeback:
            return {"claim"}
        if len(self.culprits) == 2 and self.options["both_missed"] != "hens-choose":
            return {"claim"}
        return {f"claim {point}" for point in self.culprits}

    def legal(self) -> set[str]:
        if self.end is not None:
            return set()
        if self.pending == "place":
            barred = HOUSE if self.options["return_zone"] == "outside-house" else set()
            return {f"place {point}" for point in self.empty() - barred}
        if self.pending == "remove":
            return {f"remove {point}" for point in self.foxes}
        captures = self.captures() if self.turn == "foxes" else []
        if captures and (self.pending == "must-capture" or self.options["missed_capture"] == "enforced"):
            return set(captures)
        return {*captures, *self.steps(), *self.claims()}

    def play(self, text: str) -> "Naive":
        after = self.copy()
        after.pending, after.culprits, after.step = "", set(), ("", "")
        word, _, name = text.partition(" ")
        if word == "claim":
            after.claim(self, name)
        elif word == "remove":
            after.foxes.remove(name)
            after.turn = "hens"
        elif word == "place":
            after.foxes.add(name)
            after.turn = "hens"
        elif "x" in text:
            after.capture(text.split("x"))
        else:
            after.make_step(self, *text.split("-"))
        after.judge("x" in text and word == text)
        return after

    def claim(self, before: "Naive", name: str) -> None:
        both = self.options["both_missed"]
        if name:
            self.foxes.remove(name)
        elif self.options["missed_capture"] == "takeback" or both == "takeback":
            self.foxes.remove(before.step[1])
            self.foxes.add(before.step[0])
            self.turn, self.pending = "foxes", "must-capture"
        elif both == "foxes-choose":
            self.turn, self.pending = "foxes", "remove"
        elif both == "moved-fox":
            self.foxes.remove(before.step[1])
        else:
            self.foxes = set()

    def capture(self, path: Sequence[str]) -> None:
        for a, b in pairwise(path):
            middle = chr((ord(a[0]) + ord(b[0])) // 2) + str((int(a[1]) + int(b[1])) // 2)
            self.hens.remove(middle)
        self.foxes.remove(path[0])
        self.foxes.add(path[-1])
        self.turn = "hens"
        if len(self.foxes) == 1:
            self.turn, self.pending = self.options["return_by"], "place"

    def make_step(self, before: "Naive", origin: str, goal: str) -> None:
        pieces = self.hens if self.turn == "hens" else self.foxes
        pieces.remove(origin)
        pieces.add(goal)
        if self.turn == "foxes" and self.options["missed_capture"] != "enforced":
            missed = {capture[:2] for capture in before.captures()}
            if missed:
                self.pending, self.step = "claim", (origin, goal)
                self.culprits = {goal if fox == origin else fox for fox in missed}
        self.turn = "foxes" if self.turn == "hens" else "hens"

    def judge(self, after_capture: bool) -> None:
        if len(self.hens) < 9:
            self.end = ((1,), "too-few-hens")
        elif not self.foxes:
            self.end = ((0,), "no-foxes")
        elif self.hens >= HOUSE:
            self.end = ((0,), "house-full")
        elif self.legal():
            return
        elif self.turn == "foxes":
            self.end = ((0,), "foxes-stuck")
        else:
            self.end = ((1,) if self.options["hens_stuck"] == "foxes-win" else (), "hens-stuck")
        self.pending = ""
        if after_capture:
            self.turn = "hens"

    def moves(self) -> set[str]:
        return self.legal()

    def after(self, text: str) -> "Naive":
        return self.play(text)

    def winners(self) -> tuple[int, ...] | None:
        return None if self.end is None else self.end[0]
