"""Find puzzles in games that engines play against each other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from engines.contract import WIN, Budget, Chance, Engine, Exhausted, KnowsPressure, Level, pick, shuffle
from engines.playing.answers import answer
from engines.puzzles.proof import Prover
from engines.puzzles.puzzle import Goal, Puzzle, PuzzleTree
from engines.search.alpha_beta import best_score
from engines.search.engine import AlphaBetaEngine
from rules import Game, State

_OPENING: Final = 6
"""The number of random opening plies, which make games differ."""
_LONGEST: Final = 300
"""The maximum number of plies of a game."""
_LAST: Final = 14
"""The number of final plies of a game that are searched for puzzles."""
_SIDELINES: Final = 2
"""The number of sidelines tried per position: positions after other moves than the played one."""
_FEWEST: Final = 3
"""The minimal number of legal moves in a puzzle."""
_LARGEST: Final = 1_500
"""The maximum number of moves in a tree; larger ones cannot be explained to a player."""
_SCREENING: Final = 5_000
"""The nodes of the search for a forced win before the proof."""
_MAX_PER_GAME: Final = 4
_MAX_NODES: Final = 1 << 14

Wanted = Callable[[Goal, int], bool]
"""Return whether a puzzle with a goal in this number of moves is wanted."""


@dataclass(frozen=True, slots=True)
class PuzzleMaker:
    """Plays games of one variant and yields puzzles from them; `limit` bounds the plies tried per position.

    Both sides have `nodes` per move, at one of `levels` each.
    """

    game: Game
    options: Mapping[str, str]
    engine: Engine
    seed: str
    limit: int = 400_000
    moves: int = 3
    levels: Sequence[int] = (4, 5)
    nodes: int = 1_000

    def puzzles(self, wanted: Wanted) -> Iterator[Puzzle]:
        """Yield wanted puzzles endlessly, at most one of each kind per game."""
        for number in count():
            seed = f"{self.seed}/{number}"
            path = self._play(seed)
            yield from self._find(path, wanted, Chance(f"{seed}/sidelines"))

    def _play(self, seed: str) -> list[State]:
        """Play a game and return its states."""
        chance = Chance(seed)
        state = self.game.new(self.options)
        path, levels = [state], (pick(chance, self.levels), pick(chance, self.levels))
        while state.outcome is None and state.turn is not None and len(path) <= _LONGEST:
            if len(path) <= _OPENING:
                move = pick(chance, state.legal_moves())
            else:
                move = answer(self.engine, path, levels[state.turn], Budget(self.nodes), seed)
            state = state.play(move)
            path.append(state)
        return path

    def _find(self, path: list[State], wanted: Wanted, chance: Chance) -> Iterator[Puzzle]:
        """Yield the puzzles of a game and of its sidelines, starting from its end."""
        kinds = set[tuple[Goal, int]]()
        winners = () if path[-1].outcome is None else path[-1].outcome.winners
        for place in reversed(range(max(1, len(path) - _LAST), len(path) - 1)):
            before = path[place - 1]
            others = [move for move in before.legal_moves() if move != path[place].last]
            beside = shuffle(chance, others)[:_SIDELINES]
            for state in (path[place], *map(before.play, beside)):
                if state.outcome is not None or state.turn is None or len(state.legal_moves()) < _FEWEST:
                    continue
                line = [*path[:place], state]
                puzzle = self._puzzle_at(line, self._kinds(line, winners), kinds, wanted)
                if puzzle is not None:
                    kinds.add((puzzle.goal, puzzle.moves))
                    yield puzzle
                    if len(kinds) == _MAX_PER_GAME:
                        return

    def _puzzle_at(
        self,
        path: list[State],
        kinds: Sequence[tuple[Goal, int]],
        earlier: set[tuple[Goal, int]],
        wanted: Wanted,
    ) -> Puzzle | None:
        """Return a puzzle in the last state of a path, of a wanted kind not yet found."""
        for kind in kinds:
            tree = self._solution(path[-1], *kind) if kind not in earlier and wanted(*kind) else {}
            if tree:
                return self._puzzle(path, *kind, tree)
        return None

    def _kinds(self, path: list[State], winners: Sequence[int]) -> Sequence[tuple[Goal, int]]:
        """Return the kinds possible in a position: a win seen by a search, or a threat to stop.

        Wins are sought only for the winners of the game. Without an alpha-beta engine all kinds are possible.
        """
        wins = [(Goal.WIN, moves) for moves in range(1, self.moves + 1)]
        if not isinstance(self.engine, AlphaBetaEngine):
            return ((Goal.SAVE, 1), *wins)
        search = Level(5, nodes=None, depth=2 * self.moves - 1)
        position = self.engine.begin(path)
        if path[-1].turn not in winners:
            threatened = not isinstance(position, KnowsPressure) or position.pressed()
            return ((Goal.SAVE, 1),) if threatened else ()
        score = best_score(position, search, Budget(_SCREENING))
        plies = WIN - score
        return ((Goal.WIN, (plies + 1) // 2),) if plies < 2 * self.moves else ()

    def _solution(self, state: State, goal: Goal, moves: int) -> PuzzleTree:
        try:
            tree = Prover(Budget(self.limit)).solution(state, goal, moves)
        except Exhausted:
            return {}
        return tree if _size(tree) <= _LARGEST else {}

    def _puzzle(self, path: list[State], goal: Goal, moves: int, tree: PuzzleTree) -> Puzzle:
        return Puzzle(
            options=path[-1].options,
            plies=tuple(str(after.last) for after in path[1:]),
            goal=goal,
            moves=moves,
            quiet=is_quiet(path[-1], next(iter(tree))),
            nodes=self._work(path, next(iter(tree))),
            tree=tree,
        )

    def _work(self, path: list[State], text: str) -> int:
        """Return the nodes that the strongest level needs to find a move, at most 2^14."""
        nodes = 16
        while nodes < _MAX_NODES:
            if str(answer(self.engine, path, 5, Budget(nodes), "1")) == text:
                break
            nodes *= 2
        return nodes


def is_quiet(state: State, move: str) -> bool:
    """Return whether a move has no immediate effect on the other side."""
    return all(event.seat in {None, state.turn} for event in state.play(state.parse(move)).events)


def _size(tree: PuzzleTree) -> int:
    return sum(1 + sum(_size(after) for after in replies.values()) for replies in tree.values())
