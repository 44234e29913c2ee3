"""A naive solver for any game for two without chance, by the public rules and without tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engines import GameValue
from rules import Game, State


class NaiveRules:
    """Evaluates positions and all their successors. A position without a forced result is a draw.

    Positions have no history: repetitions and other counts over a game end nothing.
    """

    def __init__(self, game: Game, options: Mapping[str, str]) -> None:
        self._game: Final = game
        self._options: Final = options
        self._turns: dict[str, int] = {}
        self._after: dict[str, Sequence[tuple[str, int | None]]] = {}
        """By position: its successors, each with the winner if the game ends, -1 for a draw."""
        self._winners: dict[str, int] = {}

    def solve(self, states: Iterable[State]) -> Mapping[str, GameValue]:
        """Return the results of running games' positions for the seat to act, by position text."""
        positions = [state.position for state in states]
        before = self._explore(positions)
        self._carry_back(before)
        return {position: self._result(position) for position in positions}

    def _explore(self, positions: Iterable[str]) -> Mapping[str, Sequence[str]]:
        """Find all successors; return the predecessors of each position."""
        open_ = [position for position in positions if position not in self._after]
        before: dict[str, list[str]] = {}
        while open_:
            position = open_.pop()
            if position in self._after:
                continue
            state = self._game.from_position(position, self._options)
            if state.turn is None:
                raise ValueError(f"the game is over: {position}")
            self._turns[position] = state.turn
            after: list[tuple[str, int | None]] = []
            for move in state.legal_moves():
                successor = state.play(move)
                if successor.outcome is not None:
                    after.append((successor.position, (*successor.outcome.winners, -1)[0]))
                    continue
                after.append((successor.position, None))
                before.setdefault(successor.position, []).append(position)
                if successor.position not in self._after:
                    open_.append(successor.position)
            self._after[position] = after
        return before

    def _carry_back(self, before: Mapping[str, Sequence[str]]) -> None:
        """Give each position its winner once its successors determine it, until nothing changes."""
        open_ = [position for position in self._after if position not in self._winners]
        while open_:
            position = open_.pop()
            if position in self._winners:
                continue
            seat = self._turns[position]
            winners = [
                self._winners.get(successor) if winner is None else winner
                for successor, winner in self._after[position]
            ]
            if seat in winners:
                self._winners[position] = seat
            elif all(winner == 1 - seat for winner in winners):
                self._winners[position] = 1 - seat
            else:
                continue
            open_ += before.get(position, ())

    def _result(self, position: str) -> GameValue:
        winner = self._winners.get(position)
        if winner is None:
            return GameValue.DRAWN
        return GameValue.WON if winner == self._turns[position] else GameValue.LOST
