"""The tables of solved games: a naive solver, the successors of each value, and level 5 within the tables."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from time import perf_counter, process_time
from typing import Final

from bench.stage.gauges import verdict
from bench.stage.morris_positions import random_positions
from bench.stage.naive_morris import NaiveMorris, NaiveValue
from engines import ENGINES, Budget, Fact, GameValue, answer
from engines.games.nine_mens_morris.solved import MorrisOracle
from rules import GAMES
from rules.games.nine_mens_morris import NineMensMorrisState
from rules.games.nine_mens_morris.setup import agree
from rules.games.nine_mens_morris.text import Layout

SEED: Final = 20261126
COMPARED: Final = 100_000
CHECKED: Final = 10_000
NODES: Final = 20
"""Nodes a move of level 5: what it plays in a solved position, the tables decide."""

GAME: Final = GAMES["nine-mens-morris"]
ENGINE: Final = ENGINES[GAME.key]
ORACLE: Final = MorrisOracle()
NAIVE: Final = ((True, ((3, 3),)), (False, ((3, 3),)))
"""Endings of Six Men's Morris that the naive solver values, with flying and without."""
OPTIONS: Final[tuple[Mapping[str, str], ...]] = (
    {"men": "6"},
    {"men": "6", "flying": "off"},
    {"men": "6", "two_mills": "two"},
    {"men": "6", "no_mill": "20"},
    {"men": "9"},
)


def run() -> None:
    """Compare, check and play, and print a line for each."""
    print(_compared(), flush=True)
    for line in _played():
        print(line, flush=True)


def _compared() -> str:
    """Compare random positions with a second solver."""
    start, values = process_time(), list[tuple[bool, tuple[int, int], NaiveValue | None]]()
    for flying, layers in NAIVE:
        naive = NaiveMorris("6", flying=flying)
        for own, theirs in layers:
            naive.solve(own, theirs)
        values += [(flying, position, value) for position, value in naive.values.items()]
    chosen = Random(SEED).sample(values, COMPARED)
    wrong = sum(_fact_of(flying, position) != _as_fact(value) for flying, position, value in chosen)
    seconds = process_time() - start
    return (
        f"Tables: a naive solver agrees on {COMPARED - wrong:,} of {COMPARED:,} random positions"
        f" {verdict(reached=not wrong)} ({seconds:.0f} s)"
    )


def _fact_of(flying: bool, men: tuple[int, int]) -> Fact | None:
    setup = agree({"men": "6", "flying": "on" if flying else "off"}, None)
    return ORACLE.fact(NineMensMorrisState(setup, Layout(men, (0, 0), 0)))


def _as_fact(value: NaiveValue | None) -> Fact:
    if value is None:
        return Fact(GameValue.DRAWN)
    return Fact(GameValue.WON if value.wins else GameValue.LOST, value.plies)


def _played() -> Iterator[str]:
    """Play level 5 in random positions; also check each value against those of its successors."""
    for options in OPTIONS:
        each, start = CHECKED // len(OPTIONS), perf_counter()
        kept, fits, standings, looked_up = 0, 0, Counter[str](), 0.0
        for state in random_positions(options, each, SEED):
            before = perf_counter()
            fact = ORACLE.fact(state)
            looked_up += perf_counter() - before
            after = ORACLE.of_moves(state)
            played = after[answer(ENGINE, (state,), 5, Budget(NODES), "1").text]
            best = max((one for one in after.values() if one is not None), key=lambda one: one.rank)
            if fact is None or played is None:
                continue
            standings[fact.result] += 1
            kept += played.result is fact.result
            fits += best == fact and None not in after.values()
        told = ", ".join(f"{count:,} {standing}" for standing, count in sorted(standings.items()))
        yield (
            f"{' '.join(options.values()):<12} level 5 keeps the result in {kept:,} of {each:,} positions"
            f" {verdict(reached=kept == each)}, {fits:,} values fit their successors"
            f" {verdict(reached=fits == each)}"
            f" ({told}; {1e6 * looked_up / each:.0f} us a look-up, {perf_counter() - start:.0f} s)"
        )
