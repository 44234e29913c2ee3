"""Finds puzzles in games that engines play against each other."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from engines.contract import Budget, Chance, Engine, Exhausted, pick
from engines.playing.answers import answer
from engines.puzzles.proof import Prover
from engines.puzzles.puzzle import Goal, Puzzle, PuzzleTree
from rules import Game, State

_OPENING = 6
"""Plies at random that make games differ."""
_LONGEST = 300
"""Plies after which a game is given up."""
_LAST = 16
"""Plies before the end of a game among which puzzles are sought."""
_NODES = 150
"""Nodes a move of the players: enough to see threats, too little to miss none."""
_FEWEST = 3
"""Legal moves below which there is nothing to find."""
_LARGEST = 1_500
"""Moves in a tree above which nobody could be shown why the answer is right."""
_LEVELS = (2, 3)


@dataclass(frozen=True, slots=True)
class PuzzleMaker:
    """Plays games of one variant and yields what it finds; `limit` bounds the plies tried a position."""

    game: Game
    options: Mapping[str, str]
    engine: Engine
    seed: str
    limit: int = 400_000
    moves: int = 3

    def puzzles(self, wanted: Callable[[Goal, int], bool]) -> Iterator[Puzzle]:
        """Yield puzzles without end, of each kind at most one a game, where they are wanted."""
        for number in count():
            path = self._played(f"{self.seed}/{number}")
            yield from self._found(path, wanted)

    def _played(self, seed: str) -> list[State]:
        """Return the states of a game."""
        chance = Chance(seed)
        state = self.game.new(self.options)
        path, levels = [state], (pick(chance, _LEVELS), pick(chance, _LEVELS))
        while state.outcome is None and state.turn is not None and len(path) <= _LONGEST:
            if len(path) <= _OPENING:
                move = pick(chance, state.legal_moves())
            else:
                move = answer(self.engine, path, levels[state.turn], Budget(_NODES), seed)
            state = state.play(move)
            path.append(state)
        return path

    def _found(self, path: list[State], wanted: Callable[[Goal, int], bool]) -> Iterator[Puzzle]:
        kinds = [(Goal.SAVE, 1), *((Goal.WIN, moves) for moves in range(1, self.moves + 1))]
        for place in reversed(range(max(1, len(path) - _LAST), len(path) - 1)):
            state = path[place]
            if len(state.legal_moves()) < _FEWEST:
                continue
            for kind in kinds:
                tree = self._solution(state, *kind) if wanted(*kind) else {}
                if tree:
                    yield self._puzzle(path[: place + 1], *kind, tree)
                    kinds.remove(kind)
                    break

    def _solution(self, state: State, goal: Goal, moves: int) -> PuzzleTree:
        try:
            tree = Prover(Budget(self.limit)).solution(state, goal, moves)
        except Exhausted:
            return {}
        return tree if _size(tree) <= _LARGEST else {}

    def _puzzle(self, path: list[State], goal: Goal, moves: int, tree: PuzzleTree) -> Puzzle:
        state, found = path[-1], next(iter(tree))
        events = state.play(state.parse(found)).events
        return Puzzle(
            options=state.options,
            plies=tuple(str(after.last) for after in path[1:]),
            goal=goal,
            moves=moves,
            quiet=all(event.seat in {None, state.turn} for event in events),
            nodes=self._work(path, found),
            tree=tree,
        )

    def _work(self, path: list[State], found: str) -> int:
        """Return with how many nodes the strongest level finds a move, at most 2^16."""
        nodes = 16
        while nodes < 1 << 16:
            if str(answer(self.engine, path, 5, Budget(nodes), "1")) == found:
                break
            nodes *= 2
        return nodes


def _size(tree: PuzzleTree) -> int:
    return sum(1 + sum(_size(after) for after in replies.values()) for replies in tree.values())
