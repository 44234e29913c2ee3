"""The engine of Catch the Hat: chooses the move of the highest value, averaging over rolls."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engines.contract import (
    WIN,
    Budget,
    Exhausted,
    Level,
    MoveWorth,
    Oracle,
    PlyVerdict,
    Task,
    chance_of,
    shuffle,
    soft,
)
from engines.games.catch_the_hat.worth import Judge
from rules import Move, State
from rules.games.catch_the_hat.game import HatState
from rules.games.catch_the_hat.setup import agree

LEVELS: Final = (
    Level(1, nodes=40, exchanges=0, margin=30_000, attention=25),
    Level(2, nodes=100, exchanges=0, margin=2_500, attention=60),
    Level(3, nodes=400, margin=3_000, attention=80),
    Level(4, nodes=1_000, margin=1_000, attention=95),
    Level(5, nodes=4_000),
)
"""A node is an evaluated position; a level without exchanges overlooks threatened captures."""

_FINE: Final = 100
_SPREAD: Final = 350
"""The lead with which a party wins three games of four against another; see docs/engines.md."""


@dataclass(frozen=True, slots=True)
class HatEngine:
    """Expectation over one roll, by a judge that accounts for the risk of being caught."""

    key: str = "catch-the-hat"
    levels: tuple[Level, ...] = LEVELS
    even_margin: float = 0.1
    nodes: int = 4_000
    oracle: Oracle | None = None

    def level(self, state: State, number: int) -> Level:  # noqa: ARG002 -- the contract of engines asks for it
        return self.levels[number - 1]

    def full_nodes(self, state: State) -> int:  # noqa: ARG002 -- the contract of engines asks for it
        """Return the number of positions that the strongest level evaluates at most."""
        return self.nodes

    def choose(self, task: Task) -> str:
        state, level, chance = task.state, task.level, task.chance
        if not isinstance(state, HatState) or state.turn is None:
            raise TypeError("no seat is to act in this game")
        thinker = _Thinker(_judge(state, foresight=level.exchanges > 0), state.turn, task.budget)
        moves = shuffle(chance, state.legal_moves())
        seen = [
            move
            for move in moves
            if chance.random() * 100 < level.attention
            or state.may_roll_again
            or (level.sees_win and _catches(state, move))
        ]
        scored: list[tuple[int, str]] = []
        try:
            for move in seen or moves:
                worth = thinker.expected(state.play(move))
                scored.append((round(_FINE * worth), move.text))
        except Exhausted:
            pass
        return soft(chance, scored, level.margin) if scored else moves[0].text

    def estimate(self, path: Sequence[State], seat: int) -> float:
        """Return the judge's value for a seat."""
        state = path[-1]
        if not isinstance(state, HatState):
            raise TypeError("this is not a position of Catch the Hat")
        return _Thinker(_judge(state, foresight=True), seat, Budget()).evaluate(state)

    def weigh(self, task: Task, played: str) -> PlyVerdict:
        """Return the value of a move after its roll, and of the best move."""
        state, seat = task.state, task.state.turn
        if not isinstance(state, HatState) or seat is None:
            raise TypeError("no seat is to act in this game")
        setup = agree(state.options, state.players)
        thinker = _Thinker(Judge(setup, foresight=True), seat, Budget())
        scored = {move.text: thinker.expected(state.play(move)) for move in state.legal_moves()}
        # Of equivalent moves, the played one counts as the best.
        best = max(scored, key=lambda text: (scored[text], text == played))
        parties = set(setup.parties)
        others = len(parties) - 1
        leads = {
            party: _Thinker(thinker.judge, setup.parties.index(party), Budget()).evaluate(state)
            for party in parties
        }
        chances = {party: chance_of(lead, _SPREAD, others) for party, lead in leads.items()}
        total = sum(chances.values())
        return PlyVerdict(
            best,
            _worth(scored[best], others),
            _worth(scored[played], others),
            tuple(chances[party] / total for party in setup.parties),
        )


def _worth(score: float, others: int) -> MoveWorth:
    if abs(score) == WIN:
        return MoveWorth(1.0, 1) if score > 0 else MoveWorth(0.0, -1)
    return MoveWorth(chance_of(score, _SPREAD, others))


def _judge(state: HatState, *, foresight: bool) -> Judge:
    return Judge(agree(state.options, state.players), foresight=foresight)


def _catches(state: HatState, move: Move) -> bool:
    """Return whether a move affects other seats."""
    return any(event.seat not in {None, state.turn} for event in state.play(move).events)


@dataclass(frozen=True, slots=True)
class _Thinker:
    judge: Judge
    seat: int
    budget: Budget

    def evaluate(self, state: HatState) -> float:
        """Return a position's static value."""
        self.budget.spend()
        self.budget.watch()
        outcome = state.outcome
        if outcome is not None:
            return float(WIN if self.seat in outcome.winners else -WIN)
        return self.judge.worth(state, self.seat)

    def expected(self, state: HatState) -> float:
        """Return a position's value, averaged over the next roll if it is the seat's own."""
        if state.outcome is not None or state.mover != self.seat:
            return self.evaluate(state)
        if state.is_chance:
            return sum(
                float(likelihood) * self._best(state.play(roll)) for roll, likelihood in state.chances()
            )
        return self.evaluate(state)

    def _best(self, state: HatState) -> float:
        return max(self.evaluate(state.play(move)) for move in state.legal_moves())
