"""Measure the engines: nodes per second, compared with random play of python-chess, and a few matches.

A node is an evaluated position, with or without a move made, or a playout.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import median
from time import monotonic, perf_counter

from bench.stage.gauges import RUNS, verdict
from bench.stage.peer import PEER, play_chess, plies_per_second
from engines import ENGINES, Budget, Engine, Task
from engines.playing.matches import EngineMatch, MatchTally
from engines.playing.opponents import opponent
from rules import GAMES, Game, State
from rules.toolkit.perft import plies

SEED = 20261101
SECONDS = 0.4
"""Seconds of search per run."""
OPENING = 14
"""The number of random plies before an engine moves."""

GOALS: Mapping[str, float] = {
    "hnefatafl": 7,
    "ludus-latrunculorum": 7,
    "hounds-and-jackals": 6,
    "fox-and-hens": 4,
    "conhex": 0.4,
}
"""Nodes per second as a multiple of the peer's plies, with default options."""

CONTESTS: Sequence[tuple[str, str]] = (("1", "random"), ("3", "greedy"), ("4", "2"))
GAMES_EACH = 4


def run() -> None:
    print("\n".join(_speeds()))
    print()
    for line in _contests():
        print(line, flush=True)


def _speeds() -> Iterator[str]:
    """Measure all subjects in each run, so that a quiet phase of the machine favours none of them."""
    chess = play_chess(Random(SEED))
    names = {" ".join((key, *options.values())): (key, options) for key, options in _subjects()}
    peer: list[float] = []
    samples: dict[str, list[float]] = {name: [] for name in names}
    node_rates: dict[str, list[float]] = {name: [] for name in names}
    for number in range(RUNS):
        peer.append(plies_per_second(chess, SECONDS))
        for name, (key, options) in names.items():
            budget, seconds = _search(GAMES[key], ENGINES[key], options, number)
            node_rates[name].append(budget.spent / seconds)
            samples[name].append((budget.spent + budget.foreseen) / seconds)
    yield f"Engines: nodes a second (medians of {RUNS} runs); x = times {PEER} at random in the same run"
    yield f"{'':<36}{'nodes/s':>10}{'x':>8}{'goal':>7}{'':<10}{'of them made':>14}{'x':>8}"
    yield f"{PEER:<36}{median(peer):>10,.0f}{1:>8.2f}"
    for name, speeds in samples.items():
        ratio = median(own / other for own, other in zip(speeds, peer, strict=True))
        goal = GOALS.get(name)
        text = "" if goal is None else f"{goal:>7.1f}  {verdict(reached=ratio >= goal)}"
        moves = median(own / other for own, other in zip(node_rates[name], peer, strict=True))
        yield (
            f"{name:<36}{median(speeds):>10,.0f}{ratio:>8.2f}{text:<17}"
            f"{median(node_rates[name]):>14,.0f}{moves:>8.2f}"
        )


def _subjects() -> Iterator[tuple[str, Mapping[str, str]]]:
    for key, game in GAMES.items():
        yield key, {}
        for option in game.options:
            if option.key == "board":
                for value in option.values:
                    if value != option.default:
                        yield key, {option.key: value}


def _search(game: Game, engine: Engine, options: Mapping[str, str], number: int) -> tuple[Budget, float]:
    """Return the spent node budget and the seconds of one engine move."""
    path = _opening(game, options, Random(SEED + number))
    start = perf_counter()
    budget = Budget(None, start + SECONDS, perf_counter)
    engine.choose(Task(path, engine.levels[-1], budget, Random(SEED)))
    return budget, perf_counter() - start


def _opening(game: Game, options: Mapping[str, str], chance: Random) -> Sequence[State]:
    """Return a random game of at least OPENING plies, up to a position with several moves."""
    while True:
        path = [game.new(options)]
        while path[-1].outcome is None and (len(path) <= OPENING or len(path[-1].legal_moves()) < 2):
            path.append(path[-1].play(chance.choice(plies(path[-1]))))
        if path[-1].outcome is None:
            return path


def _contests() -> Iterator[str]:
    yield f"Matches of {GAMES_EACH} games, over all roles: won, with the interval of 95 %"
    yield f"{'':<24}" + "".join(f"{first + ' against ' + other:<28}" for first, other in CONTESTS)
    for key in GAMES:
        cells = []
        for first, other in CONTESTS:
            tally = MatchTally()
            sides = [opponent(spec, ENGINES[key], monotonic) for spec in (first, other)]
            for result in EngineMatch(GAMES[key], {}, None, sides[0], sides[1]).play(GAMES_EACH):
                tally.add(result)
            cells.append(f"{tally.total!s:<28}")
        yield f"{key:<24}" + "".join(cells)
