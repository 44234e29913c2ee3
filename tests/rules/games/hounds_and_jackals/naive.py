"""A naive implementation of Hounds and Jackals: sets of holes, with the whole history."""

from collections import Counter
from collections.abc import Iterator, Mapping

SIDES = ("hounds", "jackals")
HOME = {25, 26, 27, 28, 29}


def row_of(hole: int) -> int:
    return hole if hole <= 19 else 39 - hole


def walks(hole: int, steps: int, *, detoured: bool = False) -> Iterator[tuple[int, bool]]:
    """Yield the ends of step-by-step walks, and whether each used a shortcut line."""
    if steps == 0:
        yield hole, detoured
        return
    if hole < 29:
        yield from walks(hole + 1, steps - 1, detoured=detoured)
    if hole in {10, 20}:
        yield from walks(24 if hole == 10 else 22, steps - 1, detoured=True)


class Naive:
    """A position as sets of holes, with the whole history."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.holes = {side: {1, 2, 3, 4, 5} for side in SIDES}
        self.turn = options["opens"]
        self.attacked: set[int] = set()
        self.passed = 0
        self.occurrences = Counter([self.key()])
        self.end: tuple[tuple[int, ...], str] | None = None

    @classmethod
    def from_text(cls, text: str, options: Mapping[str, str]) -> "Naive":
        naive = cls(options)
        for part in text.split("; "):
            word, *rest = part.split(" ")
            if word in SIDES:
                naive.holes[word] = {int(number) for number in rest}
            elif word == "turn":
                naive.turn = rest[0]
            elif word == "attacked":
                naive.attacked = {int(number) for number in rest}
        naive.occurrences = Counter([naive.key()])
        naive.judge()
        return naive

    def key(self) -> tuple[object, ...]:
        return (*(tuple(sorted(self.holes[side])) for side in SIDES), self.turn, tuple(sorted(self.attacked)))

    def copy(self) -> "Naive":
        copy = Naive(self.options)
        copy.holes = {side: set(holes) for side, holes in self.holes.items()}
        copy.turn, copy.passed, copy.occurrences = self.turn, self.passed, self.occurrences.copy()
        return copy

    def position(self) -> str:
        parts = [" ".join([side, *map(str, sorted(self.holes[side]))]) for side in SIDES]
        parts.append(f"turn {self.turn}")
        if self.attacked:
            parts.append(" ".join(["attacked", *map(str, sorted(self.attacked))]))
        if self.passed:
            parts.append(["passed", "passed twice"][self.passed - 1])
        return "; ".join(parts)

    def opponent(self) -> str:
        return SIDES[1 - SIDES.index(self.turn)]

    def count(self, side: str, hole: int) -> int:
        everyone = [*self.holes["hounds"], *self.holes["jackals"]]
        number = sum(row_of(other) == row_of(hole) for other in everyone)
        assert hole in self.holes[side]
        return 2 * number if hole in {5, 15} else number

    def forced_moves(self, hole: int, steps: int) -> set[tuple[int, int]]:
        own = self.holes[self.turn]
        shortcuts = {(hole, goal) for goal, detoured in walks(hole, steps) if detoured and goal not in own}
        if hole + steps <= 29 and hole + steps not in own:
            return shortcuts | {(hole, hole + steps)}
        if shortcuts and self.options["shortcut_when_blocked"] == "must-if-free":
            return shortcuts
        chain = self.forced_moves(hole + steps, steps) if hole + steps <= 29 else set()
        reduced: set[tuple[int, int]] = set()
        if hole >= 25 or hole + steps > 29:
            fits = [step for step in range(1, steps) if hole + step <= 29 and hole + step not in own]
            reduced = {(hole, hole + max(fits))} if fits else set()
        if self.options["zone_block"] == "chain-first":
            return shortcuts | (chain or reduced)
        return shortcuts | (reduced or chain)

    def free_moves(self) -> set[tuple[int, int]]:
        own, enemy = self.holes[self.turn], self.holes[self.opponent()]
        moves = set()
        for hole in own:
            steps = self.count(self.turn, hole)
            moves |= {(hole, goal) for goal, _ in walks(hole, steps) if goal not in own}
            if steps == 1 and hole == 22 and 20 not in own:
                moves.add((22, 20))
            if steps == 1 and hole == 24 and 10 not in own and any(other <= 10 for other in enemy):
                moves.add((24, 10))
        return moves

    def legal(self) -> set[str]:
        if self.end is not None:
            return set()
        forced = set().union(
            *(self.forced_moves(hole, self.count(self.turn, hole)) for hole in self.attacked)
        )
        if not forced and self.attacked and self.options["void_attack"] == "pass":
            return {"pass"}
        return {f"{a}-{b}" for a, b in forced or self.free_moves()} or {"pass"}

    def play(self, text: str) -> "Naive":
        after = self.copy()
        if text == "pass":
            after.passed += 1
        else:
            after.passed = 0
            origin, goal = map(int, text.split("-"))
            after.holes[self.turn].remove(origin)
            after.holes[self.turn].add(goal)
            after.attacked = {hole for hole in self.holes[self.opponent()] if row_of(hole) == row_of(goal)}
        after.turn = self.opponent()
        after.occurrences[after.key()] += 1
        after.judge()
        return after

    def judge(self) -> None:
        home = [side for side in SIDES if self.holes[side] == HOME]
        if len(home) == 1:
            self.end = ((1 - SIDES.index(home[0]),), "all-home")
        elif self.passed == 2:
            self.end = ((), "double-pass")
        elif self.options["repetition"] == "draw" and self.occurrences[self.key()] == 3:
            self.end = ((), "repetition")
        elif self.options["no_move"] == "loss" and self.legal() == {"pass"} and not self.void_pass():
            self.end = ((SIDES.index(self.opponent()),), "no-moves")

    def void_pass(self) -> bool:
        return bool(self.attacked) and self.options["void_attack"] == "pass"

    def moves(self) -> set[str]:
        return self.legal()

    def after(self, text: str) -> "Naive":
        return self.play(text)

    def winners(self) -> tuple[int, ...] | None:
        return None if self.end is None else self.end[0]
