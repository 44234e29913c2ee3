"""Compare the games' speed with python-chess in the same run, each through its public interface."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter

import chess

from bench.stage.gauges import RUNS, verdict
from bench.stage.peer import MAX_PLIES, PEER, play_chess, plies_per_second
from rules import GAMES
from rules.contract import Game
from rules.toolkit.perft import nodes_at, plies

SEED = 20261101
SECONDS = 0.25
MAX_COUNT_SECONDS = 2.0
"""The maximum expected seconds of a perft count."""

GOALS: Mapping[str, float] = {"hnefatafl": 0.5}
"""The goal for random play as a multiple of the peer, with default options; 1.0 if unlisted."""


@dataclass(frozen=True, slots=True)
class RulesSubject:
    """A subject to measure: `play` yields after each random ply, endlessly; `count` is perft to a depth."""

    name: str
    goal: float | None
    play: Callable[[Random], Iterator[None]]
    count: Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Speed:
    """Plies of random play per second in each run, and perft nodes per second."""

    moves: Sequence[float]
    nodes: float

    def relative_to(self, peer: "Speed") -> float:
        """Return the median ratio of random-play speeds, run by run."""
        return median(own / other for own, other in zip(self.moves, peer.moves, strict=True))


def run() -> None:
    subjects = (_chess(), *(subject for game in GAMES.values() for subject in _of_game(game)))
    moves = _play_rounds(subjects)
    speeds = {
        subject.name: Speed(moves[subject.name], _nodes_per_second(subject.count)) for subject in subjects
    }
    print("\n".join(_table(subjects, speeds)))


def _of_game(game: Game) -> Iterator[RulesSubject]:
    boards = next((option.values for option in game.options if option.key == "board"), ("",))
    default = game.new().options.get("board", "")
    for board in boards:
        options = {"board": board} if board else {}
        goal = GOALS.get(game.key, 1.0) if board == default else None
        yield _subject(game, options, goal)


def _subject(game: Game, options: Mapping[str, str], goal: float | None) -> RulesSubject:
    first = game.new(options)

    def play(chance: Random) -> Iterator[None]:
        while True:
            state = first
            for _ in range(MAX_PLIES):
                moves = plies(state)
                state = state.play(moves[int(chance.random() * len(moves))])
                yield
                if state.outcome is not None:
                    break

    return RulesSubject(
        " ".join((game.key, *options.values())), goal, play, lambda depth: nodes_at(first, depth)
    )


def _chess() -> RulesSubject:
    return RulesSubject(PEER, None, play_chess, lambda depth: _chess_nodes(chess.Board(), depth))


def _chess_nodes(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += _chess_nodes(board, depth - 1)
        board.pop()
    return nodes


def _play_rounds(subjects: Sequence[RulesSubject]) -> Mapping[str, Sequence[float]]:
    """Return each subject's plies per second in each run; a run measures all subjects in turn."""
    running = {subject.name: subject.play(Random(SEED)) for subject in subjects}
    speeds: dict[str, list[float]] = {name: [] for name in running}
    for _ in range(RUNS):
        for name, game in running.items():
            speeds[name].append(plies_per_second(game, SECONDS))
    return speeds


def _nodes_per_second(count: Callable[[int], int]) -> float:
    """Return nodes per second at the greatest perft depth that should finish in time."""
    timings = [_time(count, 1)]
    while True:
        timings.append(_time(count, len(timings) + 1))
        (before, _), (nodes, seconds) = timings[-2:]
        if not nodes or seconds * nodes / before > MAX_COUNT_SECONDS:
            return nodes / seconds


def _time(count: Callable[[int], int], depth: int) -> tuple[int, float]:
    start = perf_counter()
    nodes = count(depth)
    return nodes, perf_counter() - start


def _table(subjects: Sequence[RulesSubject], speeds: Mapping[str, Speed]) -> Iterator[str]:
    peer = speeds[PEER]
    yield f"Rules: random play (medians of {RUNS} runs) and perft; x = times python-chess in the same run"
    yield f"{'':<32}{'moves/s':>10}{'x':>8}{'goal':>7}  {'':<8}{'nodes/s':>12}{'x':>8}"
    for subject in subjects:
        speed = speeds[subject.name]
        ratio = speed.relative_to(peer)
        goal, word = "", ""
        if subject.goal is not None:
            goal, word = f"{subject.goal:.1f}", verdict(reached=ratio >= subject.goal)
        yield (
            f"{subject.name:<32}{median(speed.moves):>10,.0f}{ratio:>8.2f}{goal:>7}  {word:<8}"
            f"{speed.nodes:>12,.0f}{speed.nodes / peer.nodes:>8.2f}"
        )
