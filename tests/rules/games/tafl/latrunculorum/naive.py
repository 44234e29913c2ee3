"""A naive implementation of Ludus latrunculorum."""

import re
from copy import copy


class Slow:
    """A position as a dictionary of squares, deliberately naive."""

    def __init__(self, position: str, army: str) -> None:
        body, self.turn = position.split(" ")
        self.army = army
        self.men: dict[tuple[int, int], str] = {}
        for y, row in enumerate(reversed(body.split("/"))):
            spread = re.sub(r"\d+", lambda count: "." * int(count[0]), row)
            self.men |= {(x, y): piece for x, piece in enumerate(spread) if piece != "."}
        self.outcome: tuple[tuple[int, ...], str] | None = None
        self.quiet = 0
        self.past = [self.position()]

    def position(self) -> str:
        rows = ("".join(self.men.get((x, y), ".") for x in range(9)) for y in range(9, -1, -1))
        return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows) + f" {self.turn}"

    def moves(self) -> set[str]:
        texts: set[str] = set()
        for (x, y), piece in self.men.items():
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                here = (x + dx, y + dy)
                while (
                    piece.lower() == self.turn
                    and here not in self.men
                    and 0 <= here[0] < 9
                    and 0 <= here[1] < 10
                ):
                    texts.add(f"{'abcdefghi'[x]}{y + 1}-{'abcdefghi'[here[0]]}{here[1] + 1}")
                    here = (here[0] + dx, here[1] + dy)
        return set() if self.outcome else texts

    def play(self, text: str) -> None:
        (x0, y0), (x, y) = (("abcdefghi".index(name[0]), int(name[1:]) - 1) for name in text.split("-"))
        mover, self.turn = self.turn, "w" if self.turn == "b" else "b"
        self.men[x, y] = self.men.pop((x0, y0))
        caught = [
            (x + dx, y + dy)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if self.men.get((x + dx, y + dy)) == self.turn
            and self.men.get((x + 2 * dx, y + 2 * dy), "").lower() == mover
        ]
        for square in caught:
            del self.men[square]
        self.quiet = 0 if caught else self.quiet + 1
        self.past.append(self.position())
        self.judge(mover)

    def judge(self, mover: str) -> None:
        count = {side: list(self.men.values()).count(side) for side in "bw"}
        seat = "bw".index(mover)
        if count[self.turn] <= (1 if self.army == "rows" else 0):
            self.outcome = ((seat,), "few-men")
        elif not self.moves():
            self.outcome = ((seat,), "no-moves")
        elif self.past.count(self.past[-1]) == 3 or self.quiet == 100:
            reason = "repetition" if self.past.count(self.past[-1]) == 3 else "no-capture-limit"
            more = [index for index, side in enumerate("bw") if count[side] > count["wb"[index]]]
            self.outcome = (tuple(more), reason)

    def after(self, text: str) -> "Slow":
        after = copy(self)
        after.men, after.past = dict(self.men), list(self.past)
        after.play(text)
        return after

    def winners(self) -> tuple[int, ...] | None:
        return None if self.outcome is None else self.outcome[0]
