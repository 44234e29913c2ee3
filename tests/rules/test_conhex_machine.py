"""ConHex beside a second, naive account of its rules, played by Hypothesis."""

from collections import Counter
from collections.abc import Mapping
from copy import copy
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import IllegalMove
from rules.games.conhex import CELL_NODES, GAME, NEIGHBOURS, NODES, SIDES, ConHexState
from rules.toolkit.perft import nodes_at

Stand = tuple[frozenset[tuple[str, int]], frozenset[tuple[str, int]], int]


class Naive:
    """The rules once more, with dictionaries and copies, and the whole history kept."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.limit = 10**6 if options["balls"] == "unlimited" else int(options["balls"])
        self.swap = options["swap"] == "on"
        self.handicap = int(options["handicap"])
        self.balls: dict[str, int] = {}
        self.owners: dict[str, int] = {}
        self.turn = 0
        self.winner: int | None = None
        self.stood: Counter[Stand] = Counter([self.stand()])

    def stand(self) -> Stand:
        return frozenset(self.balls.items()), frozenset(self.owners.items()), self.turn

    def twin(self) -> "Naive":
        twin = copy(self)
        twin.balls, twin.owners = dict(self.balls), dict(self.owners)
        return twin

    def count(self, seat: int) -> int:
        return sum(owner == seat for owner in self.balls.values())

    def legal(self) -> list[str]:
        if self.winner is not None:
            return []
        free = [node for node in NODES if node not in self.balls]
        if self.count(self.turn) < self.limit:
            pie = self.swap and self.turn == 1 and list(self.balls.values()) == [0]
            return free + ["swap"] * pie
        own = [node for node in NODES if self.balls.get(node) == self.turn]
        moves = [f"{origin}>{goal}" for origin in own for goal in free]
        worn = {balls for (balls, _, _), times in self.stood.items() if times >= 2}
        return [move for move in moves if not worn or not self.is_third(move, worn)]

    def is_third(self, move: str, worn: set[frozenset[tuple[str, int]]]) -> bool:
        origin, goal = move.split(">")
        balls = frozenset({**{n: s for n, s in self.balls.items() if n != origin}, goal: self.turn}.items())
        return balls in worn and self.stood[self.moved(move).stand()] >= 2

    def moved(self, move: str) -> "Naive":
        after = self.twin()
        seat = self.turn
        if move == "swap":
            node = next(iter(after.balls))
        else:
            *origin, node = move.split(">")
            for lifted in origin:
                del after.balls[lifted]
        after.balls[node] = seat
        for cell, nodes in CELL_NODES.items():
            held = sum(after.balls.get(point) == seat for point in nodes)
            if node in nodes and cell not in after.owners and 2 * held >= len(nodes):
                after.owners[cell] = seat
        first_goes_on = seat == 0 and after.count(1) == 0 and after.count(0) < after.handicap
        after.turn = 0 if first_goes_on else 1 - seat
        return after

    def play(self, move: str) -> "Naive":
        after = self.moved(move)
        after.stood = self.stood + Counter([after.stand()])
        if after.connected(self.turn):
            after.winner = self.turn
        elif not after.legal():
            after.winner = 1 - after.turn
        return after

    def connected(self, seat: int) -> bool:
        start, goal = (("top", "bottom"), ("left", "right"))[seat]
        todo = [cell for cell in SIDES[start] if self.owners.get(cell) == seat]
        seen = set(todo)
        while todo:
            for cell in NEIGHBOURS[todo.pop()]:
                if cell not in seen and self.owners.get(cell) == seat:
                    seen.add(cell)
                    todo.append(cell)
        return not seen.isdisjoint(SIDES[goal])

    def nodes(self, depth: int) -> int:
        moves = self.legal()
        return len(moves) if depth == 1 else sum(self.play(move).nodes(depth - 1) for move in moves)


SETUPS = st.one_of(
    st.fixed_dictionaries(
        {
            "balls": st.sampled_from(["1", "2", "3", "6", "12", "25", "34", "unlimited"]),
            "swap": st.sampled_from(["on", "off"]),
            "handicap": st.just("0"),
        }
    ),
    st.fixed_dictionaries(
        {
            "balls": st.sampled_from(["3", "8", "25", "26", "unlimited"]),
            "swap": st.just("off"),
            "handicap": st.sampled_from(["2", "3"]),
        }
    ),
)


class Playing(RuleBasedStateMachine):
    """Play the same moves in both accounts and compare everything after each."""

    def __init__(self) -> None:
        super().__init__()
        self.options: Mapping[str, str] = {}
        self.state: ConHexState = GAME.new()
        self.naive = Naive(self.state.options)
        self.log: list[str] = []

    @initialize(options=SETUPS)
    def begin(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.state = GAME.new(options)
        self.naive = Naive(options)
        self.log = []

    def turn_to(self, text: str) -> None:
        before, position = self.state, self.state.position
        self.state = before.play(before.parse(text))
        self.naive = self.naive.play(text)
        self.log.append(text)
        assert before.position == position
        taken = {cell for event in self.state.events if event.kind == "conquer" for cell in event.points}
        assert self.state.cells == {**before.cells, **dict.fromkeys(taken, before.mover)}
        assert not taken & before.cells.keys()
        assert len(taken) <= 3

    @precondition(lambda self: self.state.outcome is None)
    @rule(data=st.data())
    def one_ply(self, data: st.DataObject) -> None:
        self.turn_to(str(data.draw(st.sampled_from(self.state.legal_moves()))))

    @precondition(lambda self: self.state.outcome is None)
    @rule(chance=st.randoms(use_true_random=False), plies=st.integers(2, 20))
    def several_plies(self, chance: Random, plies: int) -> None:
        for _ in range(plies):
            if self.state.outcome is not None:
                return
            moves = self.state.legal_moves()
            self.turn_to(str(moves[chance.randrange(len(moves))]))

    @precondition(lambda self: self.state.outcome is None and ">" in self.log[-1] if self.log else False)
    @rule(plies=st.integers(1, 9))
    def back_and_forth(self, plies: int) -> None:
        """Lift the ball that came last back, again and again, into repetition."""
        for _ in range(plies):
            origin, _, goal = self.log[-2].partition(">") if len(self.log) > 1 else ("", "", "")
            back = f"{goal}>{origin}"
            if back not in map(str, self.state.legal_moves()):
                return
            self.turn_to(back)

    @precondition(lambda self: self.state.outcome is not None)
    @rule(text=st.sampled_from([*NODES, "swap", "a1>b3"]))
    def nothing_after_the_end(self, text: str) -> None:
        with pytest.raises(IllegalMove, match="over"):
            self.state.parse(text)

    @invariant()
    def same_moves(self) -> None:
        assert [str(move) for move in self.state.legal_moves()] == self.naive.legal()

    @invariant()
    def same_position(self) -> None:
        assert self.state.balls == self.naive.balls
        assert self.state.cells == self.naive.owners
        winner = None if self.state.outcome is None else self.state.outcome.winners
        assert winner == (None if self.naive.winner is None else (self.naive.winner,))
        assert self.state.turn == (self.naive.turn if self.naive.winner is None else None)
        assert bool(self.state.chain) == (winner is not None and self.naive.connected(winner[0]))

    @invariant()
    def balls_are_conserved(self) -> None:
        owners = list(self.state.balls.values())
        for seat, left in enumerate(self.state.supply):
            if left is not None:
                assert left >= 0
                assert left + owners.count(seat) == int(self.options.get("balls", "25"))

    @invariant()
    def texts_read_back(self) -> None:
        read = GAME.from_position(self.state.position, self.options)
        assert read == self.state
        assert hash(read) == hash(self.state)
        assert read.position == self.state.position
        for move in self.state.legal_moves()[::7]:
            assert self.state.parse(str(move)) == move

    def teardown(self) -> None:
        state = GAME.new(self.options)
        for text in self.log:
            state = state.play(state.parse(text))
        assert state == self.state
        assert (state.events, state.last, state.outcome) == (
            self.state.events,
            self.state.last,
            self.state.outcome,
        )


Playing.TestCase.settings = settings(
    max_examples=150, stateful_step_count=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestPlaying = Playing.TestCase


@settings(max_examples=40, deadline=None)
@given(st.permutations(NODES))
def test_with_unlimited_balls_somebody_connects_before_the_board_is_full(order: list[str]) -> None:
    state = GAME.new({"balls": "unlimited", "swap": "off"})
    for node in order:
        state = state.play(state.parse(node))
        if state.outcome is not None:
            break
    assert state.outcome is not None
    assert state.outcome.reason == "connected"
    assert len(state.outcome.winners) == 1


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, (69, 4761, 319056)),
        ({"swap": "off"}, (69, 4692, 314364)),
        ({"swap": "off", "handicap": "3"}, (69, 4692, 314364)),
        ({"swap": "off", "balls": "1"}, (69, 4692, 314364)),
        ({"balls": "1"}, (69, 4761, 319056)),
    ],
)
def test_perft_from_the_start(options: Mapping[str, str], counts: tuple[int, ...]) -> None:
    state = GAME.new(options)
    assert tuple(nodes_at(state, depth) for depth in range(1, len(counts) + 1)) == counts
    naive = Naive(state.options)
    assert tuple(naive.nodes(depth) for depth in (1, 2)) == counts[:2]


@pytest.mark.parametrize(
    ("moves", "options", "counts"),
    [
        ("a1 k1 c2 d2 b3 b4", {"balls": "3"}, (189, 35721)),
        ("a1 f6 b3 f5 b5 f7 b7 e6 b9", {"balls": "5"}, (60, 17700)),
        ("a1 f6 b3 f5 b5 f7 b7 e6 b9 g6", {"balls": "5"}, (295, 84665)),
        ("a1 f6 b3 f5 b5 f7 b7 e6 b9 g6", {}, (59, 3306)),
    ],
)
def test_perft_late(moves: str, options: Mapping[str, str], counts: tuple[int, ...]) -> None:
    state = GAME.new(options)
    naive = Naive(state.options)
    for text in moves.split():
        state, naive = state.play(state.parse(text)), naive.play(text)
    assert tuple(nodes_at(state, depth) for depth in (1, 2)) == counts
    assert tuple(naive.nodes(depth) for depth in (1, 2)) == counts
