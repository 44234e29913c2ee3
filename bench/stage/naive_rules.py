"""A naive solver for any two-player game without chance: public rules only, no tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engines import GameValue
from rules import Game, State


class NaiveRules:
    """Evaluates positions and all their successors. A position without a forced result is a draw.

    Positions carry no history, so repetition and move-count rules never end a game here.
    """

    def __init__(self, game: Game, options: Mapping[str, str]) -> None:
        self._game: Final = game
        self._options: Final = options
        self._turns: dict[str, int] = {}
        self._successors: dict[str, Sequence[tuple[str, int | None]]] = {}
        """By position: its successors, each with the winner if the game ends, -1 for a draw."""
        self._winners: dict[str, int] = {}

    def solve(self, states: Iterable[State]) -> Mapping[str, GameValue]:
        """Return each position's result for the seat to act, by position text; no game may be over."""
        positions = [state.position for state in states]
        predecessors = self._explore(positions)
        self._propagate_winners(predecessors)
        return {position: self._result(position) for position in positions}

    def _explore(self, positions: Iterable[str]) -> Mapping[str, Sequence[str]]:
        """Find all successors; return the predecessors of each position."""
        pending = [position for position in positions if position not in self._successors]
        predecessors: dict[str, list[str]] = {}
        while pending:
            position = pending.pop()
            if position in self._successors:
                continue
            state = self._game.from_position(position, self._options)
            if state.turn is None:
                raise ValueError(f"the game is over: {position}")
            self._turns[position] = state.turn
            successors: list[tuple[str, int | None]] = []
            for move in state.legal_moves():
                successor = state.play(move)
                if successor.outcome is not None:
                    successors.append((successor.position, (*successor.outcome.winners, -1)[0]))
                    continue
                successors.append((successor.position, None))
                predecessors.setdefault(successor.position, []).append(position)
                if successor.position not in self._successors:
                    pending.append(successor.position)
            self._successors[position] = successors
        return predecessors

    def _propagate_winners(self, predecessors: Mapping[str, Sequence[str]]) -> None:
        """Give each position its winner once its successors determine it, until nothing changes."""
        pending = [position for position in self._successors if position not in self._winners]
        while pending:
            position = pending.pop()
            if position in self._winners:
                continue
            seat = self._turns[position]
            winners = [
                self._winners.get(successor) if winner is None else winner
                for successor, winner in self._successors[position]
            ]
            if seat in winners:
                self._winners[position] = seat
            elif all(winner == 1 - seat for winner in winners):
                self._winners[position] = 1 - seat
            else:
                continue
            pending += predecessors.get(position, ())

    def _result(self, position: str) -> GameValue:
        winner = self._winners.get(position)
        if winner is None:
            return GameValue.DRAWN
        return GameValue.WON if winner == self._turns[position] else GameValue.LOST
