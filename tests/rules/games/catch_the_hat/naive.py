"""A slow implementation of Catch the Hat: graph walks, lists of letters, full copies."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from rules.games.catch_the_hat import BACK, FRONT

ORDER = "rygbwk*"


class Naive:
    """A position; `moves` plays every legal move and returns the results."""

    def __init__(self, table: Mapping[str, str]) -> None:
        self.players = int(table["players"])
        self.mode = table["mode"]
        self.goal = table.get("goal", "attack")
        self.golden_goal = table.get("golden_goal", "owner")
        board = FRONT if self.players <= 4 else BACK
        self.board = board
        self.colours = "rg" if self.players == 2 else ORDER[: self.players]
        self.homes = {colour: f"H{ORDER.index(colour)}" for colour in self.colours}
        self.graph: dict[str, list[str]] = {}
        for a, b in board.edges:
            self.graph.setdefault(a, []).append(b)
            self.graph.setdefault(b, []).append(a)
        self.fields = {self.homes[colour]: [colour] * board.hats for colour in self.colours}
        if self.mode == "golden-hat":
            self.fields["C"] = ["*"]
        self.secured = [""] * self.players
        self.golden: int | None = None
        self.turn = 0
        self.die = "-"

    def copy(self) -> "Naive":
        clone = Naive.__new__(Naive)
        clone.__dict__ = dict(vars(self))
        clone.fields = {place: list(stacks) for place, stacks in self.fields.items()}
        clone.secured = list(self.secured)
        return clone

    def party(self, colour: str) -> int:
        if colour == "*":
            return -1 if self.golden is None else self.golden
        seat = self.colours.index(colour)
        return seat % (self.players // 2) if "party" in self.mode else seat

    def is_own(self, stack: str) -> bool:
        if stack[0] == "*" or self.mode == "total-party":
            return self.party(stack[0]) == self.party(self.colours[self.turn])
        return stack[0] == self.colours[self.turn]

    def paths(self, place: str, before: str | None, steps: int) -> Iterator[tuple[str, ...]]:
        if steps == 0:
            yield (place,)
            return
        for following in self.graph[place]:
            if following != before and (not following.startswith("H") or steps == 1):
                for rest in self.paths(following, place, steps - 1):
                    yield (place, *rest)

    def lift(self, place: str, stack: str) -> None:
        self.fields[place].remove(stack)
        if not self.fields[place]:
            del self.fields[place]

    def put(self, place: str, stack: str) -> None:
        stacks = [*self.fields.get(place, []), stack]
        self.fields[place] = sorted(stacks, key=lambda s: [ORDER.index(letter) for letter in s])

    def land(self, place: str, stack: str) -> str | None:
        """Put a stack down; return the resulting stack, None if it may not land there."""
        bench = place in self.board.benches
        foes: list[str] = []
        if not bench or stack[0] == "*":
            foes = [s for s in self.fields.get(place, []) if self.party(s[0]) != self.party(stack[0])]
        if bench and len(self.fields.get(place, [])) - len(foes) >= 3:
            return None
        for foe in foes:
            self.lift(place, foe)
            stack += foe
        if any("*" in foe for foe in foes):
            self.golden = None
        self.put(place, stack)
        return stack

    def arrive(self, colour: str, stack: str) -> None:
        home = self.homes[colour]
        seat = self.colours.index(colour)
        self.put(home, stack[0])
        for letter in stack[1:]:
            if letter == "*":
                self.golden = seat
                self.put(home, "*")
            elif self.party(letter) == self.party(colour):
                self.put(self.homes[letter], letter)
            else:
                self.secured[seat] += letter

    def walks(self) -> Iterator[tuple[str, "Naive"]]:
        """Yield every walk with its text and the table after it; a text may occur twice."""
        die = int(self.die)
        for origin, stacks in list(self.fields.items()):
            movable = {stack for stack in stacks if self.is_own(stack)}
            for stack in movable:
                label = f"{origin}:{stack}" if len(movable) > 1 else origin
                for path in self.paths(origin, None, die):
                    after = self.copy()
                    after.lift(origin, stack)
                    if not path[-1].startswith("H") and after.land(path[-1], stack):
                        yield f"{label}-{path[-1]}", after
                if len(stack) > 1 and self.mode != "tower-race":
                    yield from self.homecomings(origin, label, stack, die)
                if stack[0] == "*":
                    yield from self.reversals(origin, label, stack, die)

    def homecomings(self, origin: str, label: str, stack: str, die: int) -> Iterator[tuple[str, "Naive"]]:
        colour = self.colours[self.turn] if stack[0] == "*" else stack[0]
        home = self.homes[colour]
        for steps in range(1, die + 1):
            if not any(path[-1] == home for path in self.paths(origin, None, steps)):
                continue
            arrived = self.copy()
            arrived.lift(origin, stack)
            arrived.arrive(colour, stack)
            hats = set(arrived.fields[home])
            exits = []
            for hat in hats:
                via = f"{home}:{hat}" if len(hats) > 1 else home
                for path in self.paths(home, None, die - steps):
                    after = arrived.copy()
                    after.lift(home, hat)
                    if len(path) > 1 and after.land(path[-1], hat):
                        exits.append((f"{label}-{via}-{path[-1]}", after))
            yield from exits or [(f"{label}-{home}", arrived)]

    def reversals(self, origin: str, label: str, stack: str, die: int) -> Iterator[tuple[str, "Naive"]]:
        for steps in range(1, die):
            for outward in self.paths(origin, None, steps):
                if outward[-1].startswith("H") or outward[-2].startswith("H"):
                    continue
                for back in self.paths(outward[-2], outward[-1], die - steps - 1):
                    if back[-1].startswith("H"):
                        continue
                    after = self.copy()
                    after.lift(origin, stack)
                    landed = after.land(outward[-1], stack)
                    if landed is None:
                        continue
                    after.lift(outward[-1], landed)
                    if after.land(back[-1], landed):
                        yield f"{label}-{outward[-1]}-{back[-1]}", after

    def free(self) -> set[str]:
        return {stack[0] for stacks in self.fields.values() for stack in stacks}

    def winners(self) -> tuple[int, ...] | None:
        """Return the winners; None for a running game."""
        remaining = {self.party(colour) for colour in self.free() - {"*"}}
        if len(remaining) > 1:
            return None
        if self.mode == "golden-hat" and self.golden_goal == "owner":
            holders = [s[0] for stacks in self.fields.values() for s in stacks if "*" in s]
            if holders != ["*"] or self.golden is not None:
                remaining = {self.party(holders[0])}
        elif self.mode == "golden-hat" or (self.mode != "tower-race" and self.goal == "attack"):
            points = Counter({self.party(colour): 0 for colour in self.colours})
            for seat, secured_hats in enumerate(self.secured):
                points[self.party(self.colours[seat])] += len(secured_hats)
            for stacks in self.fields.values():
                for stack in stacks:
                    for letter in stack[1:]:
                        if letter != "*" and self.party(letter) != self.party(stack[0]):
                            points[self.party(stack[0])] += 1
            remaining = {party for party, number in points.items() if number == max(points.values())}
        return tuple(seat for seat, colour in enumerate(self.colours) if self.party(colour) in remaining)

    def moves(self) -> dict[str, "Naive"]:
        if self.winners() is not None:
            return {}
        if self.die == "-":
            return {f"roll:{face}": self.with_die(str(face)) for face in range(1, 7)}
        if self.die == "+":
            return {"roll-again": self.with_die("-"), "stop": self.with_die("x").next_turn()}
        states: dict[str, Naive] = {}
        for text, after in self.walks():
            after.finish_roll()
            if text in states:
                assert states[text].position() == after.position(), "one text, two results"
            states[text] = after
        if not states:
            states["pass"] = self.copy()
            states["pass"].finish_roll()
        return states

    def after(self, text: str) -> "Naive":
        return self.moves()[text]

    def with_die(self, die: str) -> "Naive":
        after = self.copy()
        after.die = die
        return after

    def finish_roll(self) -> None:
        if self.winners() is not None:
            self.die = "-"
        elif self.die == "6":
            self.die = "+"
        else:
            self.next_turn()

    def next_turn(self) -> "Naive":
        self.die = "-"
        while True:
            self.turn = (self.turn + 1) % self.players
            if any(self.is_own(colour) for colour in self.free()):
                return self

    def position(self) -> str:
        parts = [f"turn {self.turn}", f"die {self.die}"]
        places = (*self.board.homes, *self.board.fields)
        parts += [f"{place} {','.join(self.fields[place])}" for place in places if place in self.fields]
        for seat, secured_hats in enumerate(self.secured):
            if secured_hats:
                parts.append(f"secured {seat} {''.join(sorted(secured_hats, key=ORDER.index))}")
        if self.golden is not None:
            parts.append(f"golden {self.golden}")
        return "; ".join(parts)

    @classmethod
    def from_text(cls, table: Mapping[str, str], position: str) -> "Naive":
        naive = cls(table)
        naive.fields = {}
        for part in position.split("; "):
            head, _, value = part.rpartition(" ")
            if head == "turn":
                naive.turn = int(value)
            elif head == "die":
                naive.die = value
            elif head == "golden":
                naive.golden = int(value)
            elif head.startswith("secured"):
                naive.secured[int(head[-1])] = value
            else:
                naive.fields[head] = value.split(",")
        return naive

    def nodes(self, depth: int) -> int:
        moves = self.moves()
        return len(moves) if depth == 1 else sum(after.nodes(depth - 1) for after in moves.values())


def scatter(naive: Naive, chance: Random) -> None:
    """Place the hats at random, legally; few places make crowds and tall towers."""
    near = [f"R{i}" for i in range(9)] + ["S0.1", "S0.2", "S0.3", "C", "S1.3", "R49", "R51", "R33", "R13"]
    places = [place for place in near if place in naive.graph]
    hats = [colour for colour in naive.colours for _ in range(naive.board.hats)]
    chance.shuffle(hats)
    hats += ["*"] * (naive.mode == "golden-hat")
    naive.fields = {}
    if chance.random() < 0.7:
        naive.golden = chance.randrange(naive.players) if "*" in hats else None
    tall = chance.choice((0.7, 0.97))
    for hat in hats:
        placed = False
        while not placed:
            placed = _drop(naive, hat, chance.choice(places), chance, tall)
    if naive.golden is not None and not any("*" in s[0] for v in naive.fields.values() for s in v):
        naive.golden = None
    naive.turn = chance.randrange(naive.players)
    naive.die = chance.choice("-+123456")
    if naive.winners() is not None:
        naive.die = "-"


def _drop(naive: Naive, hat: str, place: str, chance: Random, tall: float) -> bool:
    """Try to put a hat at home, in a safe, under a tower or on a place."""
    kind = chance.random()
    if kind < 0.9 - tall and hat != "*":
        naive.put(naive.homes[hat], hat)
    elif kind < 1.0 - tall and hat != "*" and naive.mode != "tower-race":
        seat = chance.randrange(naive.players)
        if naive.party(naive.colours[seat]) == naive.party(hat):
            return False
        naive.secured[seat] += hat
    elif kind < tall:
        return _bury(naive, hat, chance)
    else:
        return _place(naive, hat, place)
    return True


def _bury(naive: Naive, hat: str, chance: Random) -> bool:
    towers = [(place, stack) for place, stacks in naive.fields.items() if place[0] != "H" for stack in stacks]
    if not towers:
        return False
    if hat == "*":
        naive.golden = None
    place, stack = chance.choice(towers)
    naive.lift(place, stack)
    naive.put(place, stack + hat)
    return True


def _place(naive: Naive, hat: str, place: str) -> bool:
    stacks = naive.fields.get(place, [])
    if hat == "*" and naive.golden is None:
        free = place == "C" and not stacks
    elif place in naive.board.benches:
        free = len(stacks) < 3
    else:
        free = all(naive.party(stack[0]) == naive.party(hat) for stack in stacks)
    if free:
        naive.put(place, hat)
    return free
