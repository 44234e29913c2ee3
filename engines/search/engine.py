"""Engines built from a generic search and game-specific parts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engines.contract import (
    DRAW,
    WIN,
    Level,
    MoveWorth,
    Oracle,
    PlyVerdict,
    Position,
    Task,
    estimated,
    worth_of,
)
from engines.search.alpha_beta import best_move, compare, forced_win
from engines.search.playouts import (
    Judge,
    Shares,
    best_by_playouts,
    even,
    expected_shares,
    immediate_win,
    shares_of,
)
from engines.search.proved_moves import candidates, weigh_by_facts
from rules import State

ALPHA_BETA_LEVELS: tuple[Level, ...] = (
    Level(1, nodes=400, depth=1, exchanges=0, margin=200, attention=30),
    Level(2, nodes=2_000, depth=1, exchanges=2, margin=70, attention=65),
    Level(3, nodes=8_000, depth=2, exchanges=4, margin=35, attention=85),
    Level(4, nodes=25_000, depth=3, exchanges=6, margin=12, attention=97),
    Level(5, nodes=None),
)
"""Default levels for a game without specific measurements."""

PLAYOUT_LEVELS: tuple[Level, ...] = (
    Level(1, nodes=6, margin=3_000, attention=50),
    Level(2, nodes=20, margin=1_500, attention=70),
    Level(3, nodes=70, margin=600, attention=90),
    Level(4, nodes=250, margin=200),
    Level(5, nodes=None),
)
"""Default levels for playouts: a node is a playout, and a margin of 100 is a winning share of one percent."""


_FOR_THE_END = 1 / 4
"""The share of the budget for finding a faster win than a proved one."""


def weigh(position: Position, task: Task, played: str, spread: float) -> PlyVerdict:
    """Return a search's values of a move and of the best move."""
    seat = position.turn
    (score, best), of_played = compare(position, task.level, task.budget, position.read(played))
    of_best = worth_of(score, spread)
    shares = (of_best.chance, 1 - of_best.chance) if seat == 0 else (1 - of_best.chance, of_best.chance)
    return PlyVerdict(position.write(best), of_best, worth_of(of_played, spread), shares)


@dataclass(frozen=True, slots=True)
class AlphaBetaEngine:
    """An engine that searches its own positions; `begin` creates one from a path of states."""

    key: str
    begin: Callable[[Sequence[State]], Position]
    levels: tuple[Level, ...] = ALPHA_BETA_LEVELS
    even_margin: float = 100
    spread: float = 400
    """The evaluation with which a seat wins three games of four; see docs/engines.md."""
    nodes: int = 50_000
    """Nodes of the strongest level; `nodes_on` overrides them by an option's value, such as the board."""
    nodes_on: Mapping[str, int] = field(default_factory=dict)
    beginners: Mapping[tuple[str, str], Level] = field(default_factory=dict)
    """Level 1 for roles that win too easily, by an option's value and the role."""
    oracle: Oracle | None = None
    """The solved part of the game, used by the strongest level and reviews."""

    def level(self, state: State, number: int) -> Level:
        if number == 1 and state.turn is not None and self.beginners:
            role = state.game.roles(state.players)[state.turn]
            for value in state.options.values():
                if (value, role) in self.beginners:
                    return self.beginners[value, role]
        return self.levels[number - 1]

    def full_nodes(self, state: State) -> int:
        return next(
            (self.nodes_on[value] for value in state.options.values() if value in self.nodes_on), self.nodes
        )

    def choose(self, task: Task) -> str:
        position = self.begin(task.path)
        only: Sequence[int] = ()
        if self.oracle is not None and task.level == self.levels[-1]:
            shortlist = candidates(self.oracle, task)
            if shortlist.wins:
                # A table shows the way to the next capture; the end of the game may be just as near.
                wins = [position.read(text) for text in shortlist.wins]
                end = forced_win(position, task.level, task.budget.part(_FOR_THE_END), wins)
                return shortlist.kept[0] if end is None else position.write(end)
            if len(shortlist.kept) == 1:
                return shortlist.kept[0]
            if len(shortlist.kept) < len(task.state.legal_moves()):
                only = tuple(position.read(text) for text in shortlist.kept)
        return position.write(best_move(position, task.level, task.budget, task.chance, only))

    def estimate(self, path: Sequence[State], seat: int) -> float:
        position = self.begin(path)
        if position.winner is not None:
            return 0 if position.winner == DRAW else WIN if position.winner == seat else -WIN
        score = position.evaluate()
        return score if position.turn == seat else -score

    def weigh(self, task: Task, played: str) -> PlyVerdict:
        """Return the values of a move and of the best move: proved, or searched to the same depth."""
        worth = weigh_by_facts(self.oracle, task, played)
        return worth or weigh(self.begin(task.path), task, played, self.spread)


@dataclass(frozen=True, slots=True)
class PlayoutEngine:
    """An engine that plays random playouts of limited length through the public rules."""

    key: str
    levels: tuple[Level, ...] = PLAYOUT_LEVELS
    cut: int = 200
    judge: Judge = even
    even_margin: float = 0.1
    nodes: int = 600
    """Playouts of the strongest level."""
    oracle: Oracle | None = None

    def level(self, state: State, number: int) -> Level:  # noqa: ARG002 -- the contract of engines asks for it
        return self.levels[number - 1]

    def full_nodes(self, state: State) -> int:  # noqa: ARG002 -- the contract of engines asks for it
        return self.nodes

    def choose(self, task: Task) -> str:
        return best_by_playouts(
            task.state, task.level, task.budget, task.chance, cut=self.cut, judge=self.judge
        )

    def estimate(self, path: Sequence[State], seat: int) -> float:
        """Return the judge's value for a seat, or the outcome of a finished game."""
        state = path[-1]
        shares = self.judge(state) if state.outcome is None else shares_of(state)
        return shares[seat]

    def weigh(self, task: Task, played: str) -> PlyVerdict:
        """Return the values of a move and of the best move, by playouts."""
        state, seat = task.state, task.state.turn or 0
        half = task.budget.part(1 / 2)
        best = immediate_win(state) or best_by_playouts(
            state, task.level, half, task.chance, cut=self.cut, judge=self.judge
        )
        of_best, shares = self._after(task, best, seat)
        if of_best.loses and (other := _not_lost_at_once(state)) is not None:
            best = other
            of_best, shares = self._after(task, best, seat)
        of_played = of_best if played == best else self._after(task, played, seat)[0]
        if of_played.rank >= of_best.rank:
            best, of_best = played, of_played
        return PlyVerdict(best, of_best, of_played, tuple(shares))

    def _after(self, task: Task, move: str, seat: int) -> tuple[MoveWorth, Shares]:
        """Return a move's value, and all seats' shares after it."""
        after = task.state.play(task.state.parse(move))
        if after.outcome is not None:
            shares = shares_of(after)
            return MoveWorth(shares[seat], int(shares[seat] == 1) - int(shares[seat] == 0)), shares
        shares = expected_shares(
            after, task.level, task.budget.part(1 / 2), task.chance, cut=self.cut, judge=self.judge
        )
        return estimated(shares[seat]), shares


def _not_lost_at_once(state: State) -> str | None:
    """Return a move that does not lose immediately; None if every move does."""
    for move in state.legal_moves():
        outcome = state.play(move).outcome
        if outcome is None or not outcome.winners or state.turn in outcome.winners:
            return move.text
    return None
