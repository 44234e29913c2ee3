"""The engine of ConHex: its levels, and a quick evaluation of positions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engines.contract import WIN, Chance, Level, MoveWorth, Oracle, PlyVerdict, Task, estimated
from engines.games.conhex.filling import draw_nodes, filled_winner, spread
from engines.games.conhex.spot import Spot, begin, read, write
from engines.games.conhex.tree import Tree, choose, winning_nodes
from rules import State

LEVELS: Final = (
    Level(1, nodes=4, margin=6_500, attention=20),
    Level(2, nodes=40, margin=1_200, attention=60),
    Level(3, nodes=120, margin=400, attention=85),
    Level(4, nodes=500, margin=100),
    Level(5, nodes=None),
)

_LATER: Final = 4
"""The assumed plies to the end of a game that playouts call lost without a length."""
_OTHERS: Final = 3
"""The number of other moves searched if the best move found turns out to lose."""
_GLANCES: Final = 60
"""The number of boards filled for a quick evaluation."""


@dataclass(frozen=True, slots=True)
class ConHexEngine:
    """UCT with RAVE."""

    key: str = "conhex"
    levels: tuple[Level, ...] = LEVELS
    even_margin: float = 0.1
    oracle: Oracle | None = None
    playouts: int = 14_800

    def level(self, state: State, number: int) -> Level:  # noqa: ARG002 -- the contract of engines asks for it
        return self.levels[number - 1]

    def full_nodes(self, state: State) -> int:  # noqa: ARG002 -- the contract of engines asks for it
        return self.playouts

    def choose(self, task: Task) -> str:
        return choose(task)

    def estimate(self, path: Sequence[State], seat: int) -> float:
        """Return a seat's share of wins on boards filled at random; WIN or -WIN after the end."""
        spot = begin(path)
        if spot.winner is not None:
            return WIN if spot.winner == seat else -WIN
        chance = Chance("glance")
        red, blue = (spread(cells) for cells in spot.cells)
        won = 0
        for _ in range(_GLANCES):
            mine = draw_nodes(spot.free, (spot.free.bit_count() + 1) // 2, chance.random())
            own, other = spot.balls[spot.turn] | mine, spot.balls[1 - spot.turn] | (spot.free ^ mine)
            balls = (own, other) if spot.turn == 0 else (other, own)
            won += filled_winner(balls, red, blue, chance.random()) == seat
        return won / _GLANCES

    def weigh(self, task: Task, played: str) -> PlyVerdict:
        """Return the shares of playouts won after a move and after the best move."""
        spot = begin(task.path)
        tree = Tree(spot, task.level, task.chance)
        best = write(tree.grow(task.budget.part(1 / 2)))
        if best != played and _loses_at_once(spot, best):
            best = next((text for text in map(write, spot.moves()) if not _loses_at_once(spot, text)), best)
        of_best = _worth(task, spot, best)
        if of_best.loses and tree.proven != 1 - spot.turn:
            # Other moves may still save the game: it is lost only if all are refuted.
            best, of_best = _first_unrefuted(task, spot, tree, best)
        of_played = of_best if played == best else _worth(task, spot, played)
        if of_played.rank >= of_best.rank:
            best, of_best = played, of_played
        own, other = of_best.chance, 1 - of_best.chance
        return PlyVerdict(best, of_best, of_played, (own, other) if spot.turn == 0 else (other, own))


def _first_unrefuted(task: Task, spot: Spot, tree: Tree, refuted: str) -> tuple[str, MoveWorth]:
    """Return a move not proved losing, with its evaluation; the given move if all are."""
    tried = {refuted}
    for text in [move for move in map(write, tree.unrefuted_moves()) if move != refuted][:_OTHERS]:
        worth = _worth(task, spot, text)
        if not worth.loses:
            return text, worth
        tried.add(text)
    others = (text for text in map(write, spot.moves()) if text not in tried)
    left = next((text for text in others if not _loses_at_once(spot, text)), None)
    return (refuted, _worth(task, spot, refuted)) if left is None else (left, estimated(0))


def _worth(task: Task, spot: Spot, move: str) -> MoveWorth:
    after = spot.play(read(move))
    if after.winner is not None:
        return MoveWorth(1.0, 1) if after.winner == spot.turn else MoveWorth(0.0, -1)
    tree = Tree(after, task.level, task.chance)
    tree.grow(task.budget.part(1 / 2))
    if tree.proven is None:
        return estimated(1 - tree.rate)
    if tree.proven == spot.turn:
        return MoveWorth(1.0, _LATER - 1)
    return MoveWorth(0.0, -2 if _loses_at_once(spot, move) else -_LATER)


def _loses_at_once(spot: Spot, move: str) -> bool:
    after = spot.play(read(move))
    if after.winner is not None or after.is_out_of_balls:
        return after.winner == after.turn
    return bool(winning_nodes(after, after.turn))
