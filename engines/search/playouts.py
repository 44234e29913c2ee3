"""UCT through the public rules, for any game, any number of seats, and chance.

A playout is cut after a number of plies and then scored by the judge.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Final

from engines.contract import Budget, Chance, Exhausted, Level, pick, shuffle, soft
from rules import Move, State

Shares = Sequence[float]
"""Each seat's share of a win, from 0 to 1."""

Judge = Callable[[State], Shares]
"""Estimates the shares in an unfinished game."""

_EXPLORATION: Final = 0.7


def even(state: State) -> Shares:
    """Judge all seats equal."""
    return [1 / 2] * state.players


@dataclass(slots=True)
class _Node:
    """A position in the tree: its untried moves, and the results of its tried moves."""

    state: State
    untried: list[Move]
    children: dict[str, "_Node"] = field(default_factory=dict)
    visits: int = 0
    gained: float = 0.0
    """The sum of the shares gained in all visits by the seat that moved here."""


def best_by_playouts(
    state: State, level: Level, budget: Budget, chance: Chance, *, cut: int = 200, judge: Judge = even
) -> str:
    """Return the text of the move that a level chooses by random playouts."""
    return _SearchTree(state, level, chance, cut, judge).grow(budget)


def expected_shares(
    state: State, level: Level, budget: Budget, chance: Chance, *, cut: int = 200, judge: Judge = even
) -> Shares:
    """Return each seat's average share in a running game, by playouts."""
    tree = _SearchTree(state, level, chance, cut, judge)
    tree.grow(budget)
    return tree.shares


def immediate_win(state: State) -> str | None:
    """Return the text of an immediate win for the seat to act; None if there is none."""
    for move in state.legal_moves():
        outcome = state.play(move).outcome
        if outcome is not None and state.turn in outcome.winners:
            return move.text
    return None


class _SearchTree:
    def __init__(self, state: State, level: Level, chance: Chance, cut: int, judge: Judge) -> None:
        self._chance = chance
        self._cut = cut
        self._judge = judge
        self._level = level
        moves = [move for move in state.legal_moves() if self._thinks_of(state, move)]
        self._root = _Node(state, shuffle(chance, moves or state.legal_moves()))
        self._fallback = self._root.untried[-1].text if self._root.untried else ""
        self._brought = [0.0] * state.players

    @property
    def shares(self) -> Shares:
        """Each seat's average share in the playouts."""
        played = self._root.visits
        return [won / played for won in self._brought] if played else self._judge(self._root.state)

    def _thinks_of(self, state: State, move: Move) -> bool:
        """Return whether the player considers a move: loud moves always, others as attention allows."""
        attention = self._level.attention
        return attention >= 100 or self._chance.random() * 100 < attention or bool(state.play(move).events)

    def grow(self, budget: Budget) -> str:
        """Run playouts until the budget ends, then choose a move."""
        try:
            while True:
                budget.spend()
                budget.watch()
                self._play_once()
        except Exhausted:
            pass
        children = self._root.children
        if not children:
            return self._fallback
        # A rarely tried move may look good by luck, so each starts with half a win in one visit.
        scored = [
            (round(10_000 * (child.gained + 0.5) / (child.visits + 1)), text)
            for text, child in children.items()
        ]
        if self._level.margin:
            return soft(self._chance, scored, self._level.margin)
        return max(children, key=lambda text: (children[text].visits, children[text].gained))

    def _play_once(self) -> None:
        """Descend the tree, add a node, play out from there and record the result."""
        node = self._root
        way: list[tuple[int | None, _Node]] = []
        while node.state.outcome is None:
            state, turn = node.state, node.state.turn
            if state.is_chance:
                roll = random_chance_move(state, self._chance)
                node, new = self._child(node, roll)
            elif node.untried:
                node, new = self._child(node, node.untried.pop())
            else:
                node, new = self._best_child(node), False
            way.append((turn, node))
            if new:
                break
        shares = self._play_out(node.state)
        self._root.visits += 1
        self._brought = [sum(pair) for pair in zip(self._brought, shares, strict=True)]
        for seat, passed in way:
            passed.visits += 1
            if seat is not None:
                passed.gained += shares[seat]

    def _child(self, node: _Node, move: Move) -> tuple[_Node, bool]:
        child = node.children.get(move.text)
        if child is not None:
            return child, False
        state = node.state.play(move)
        child = _Node(state, shuffle(self._chance, state.legal_moves()))
        if state.outcome is not None and node.state.turn in state.outcome.winners:
            # An immediate win needs no search.
            node.untried.clear()
            node.children.clear()
        node.children[move.text] = child
        return child, True

    @staticmethod
    def _best_child(node: _Node) -> _Node:
        """Return the most promising child, by its mean and its uncertainty."""
        # Rounded, as logarithms differ in the last digit between machines.
        known = round(log(node.visits + 1), 9)
        return max(
            node.children.values(),
            key=lambda child: child.gained / child.visits + _EXPLORATION * sqrt(known / child.visits),
        )

    def _play_out(self, state: State) -> Shares:
        chance = self._chance
        for _ in range(self._cut):
            if state.outcome is not None:
                break
            state = state.play(
                random_chance_move(state, chance) if state.is_chance else pick(chance, state.legal_moves())
            )
        return self._judge(state) if state.outcome is None else shares_of(state)


def shares_of(state: State) -> Shares:
    """Return each seat's share of a finished game: 1 for winners, a half each for a draw."""
    outcome = state.outcome
    if outcome is None or not outcome.winners:
        return [1 / 2] * state.players
    return [float(seat in outcome.winners) for seat in range(state.players)]


def random_chance_move(state: State, chance: Chance) -> Move:
    """Return a random chance move, by probability."""
    mark = chance.random()
    plies = state.chances()
    for move, likelihood in plies:
        mark -= float(likelihood)
        if mark < 0:
            return move
    return plies[-1][0]
