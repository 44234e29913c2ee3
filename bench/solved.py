"""Tables of solved games: naive solvers, successors' values, level 5 in solved positions; all puzzles."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from random import Random
from time import perf_counter, process_time
from typing import Final

from bench.stage.ending_positions import last_pieces, nearly_full_houses
from bench.stage.gauges import verdict
from bench.stage.naive_morris import NaiveMorris, NaiveValue
from bench.stage.naive_rules import NaiveRules
from engines import ENGINES, Budget, Fact, GameValue, answer
from engines.contract import Chance
from engines.games.nine_mens_morris.solved import MorrisOracle
from engines.puzzles import is_proved, shipped, state_of
from rules import GAMES, State
from rules.games.nine_mens_morris import NineMensMorrisState
from rules.games.nine_mens_morris.setup import agree
from rules.games.nine_mens_morris.text import Layout

SEED: Final = 20261126
COMPARISONS: Final = 100_000
CHECKS: Final = 10_000
NODES: Final = 20
"""Nodes per move of level 5: in a solved position, the tables decide its moves."""

ORACLE: Final = MorrisOracle()
NAIVE: Final = ((True, ((3, 3),)), (False, ((3, 3),)))
"""Endings of Six Men's Morris for the naive solver, with flying and without."""
VARIANTS: Final[tuple[tuple[str, Mapping[str, str]], ...]] = (
    ("nine-mens-morris", {"men": "6"}),
    ("nine-mens-morris", {"men": "6", "flying": "off"}),
    ("nine-mens-morris", {"men": "6", "two_mills": "two"}),
    ("nine-mens-morris", {"men": "6", "no_mill": "20"}),
    ("nine-mens-morris", {"men": "9"}),
    ("fox-and-hens", {}),
    ("fox-and-hens", {"missed_capture": "enforced"}),
    ("hounds-and-jackals", {}),
)


def run() -> None:
    """Compare, check and play, and print a line for each."""
    print(_compare(), flush=True)
    print(_compare_by_rules("fox-and-hens", nearly_full_houses(Chance(str(SEED)))), flush=True)
    print(_compare_by_rules("hounds-and-jackals", last_pieces(Chance(str(SEED)))), flush=True)
    for line in chain(_play_level_5(), _prove()):
        print(line, flush=True)


def _compare() -> str:
    """Compare random positions with a second solver."""
    start, values = process_time(), list[tuple[bool, tuple[int, int], NaiveValue | None]]()
    for flying, layers in NAIVE:
        naive = NaiveMorris("6", flying=flying)
        for own, theirs in layers:
            naive.solve(own, theirs)
        values += [(flying, position, value) for position, value in naive.values.items()]
    sample = Random(SEED).sample(values, COMPARISONS)
    wrong = sum(_fact_of(flying, position) != _as_fact(value) for flying, position, value in sample)
    seconds = process_time() - start
    return (
        f"Tables: a naive solver agrees on {COMPARISONS - wrong:,} of {COMPARISONS:,} random positions"
        f" {verdict(reached=not wrong)} ({seconds:.0f} s)"
    )


def _fact_of(flying: bool, men: tuple[int, int]) -> Fact | None:
    setup = agree({"men": "6", "flying": "on" if flying else "off"}, None)
    return ORACLE.fact(NineMensMorrisState(setup, Layout(men, (0, 0), 0)))


def _as_fact(value: NaiveValue | None) -> Fact:
    if value is None:
        return Fact(GameValue.DRAWN)
    return Fact(GameValue.WON if value.wins else GameValue.LOST, value.plies)


def _compare_by_rules(key: str, states: Iterator[State]) -> str:
    """Compare random endings with a solver that plays by the public rules."""
    start, oracle = process_time(), ENGINES[key].oracle
    sample = tuple(islice(states, COMPARISONS))
    values = NaiveRules(GAMES[key], {}).solve(sample)
    facts = (None if oracle is None else oracle.fact(state) for state in sample)
    wrong = sum(
        fact is None or fact.result is not values[state.position]
        for state, fact in zip(sample, facts, strict=True)
    )
    return (
        f"{key}: a solver by the public rules agrees on {COMPARISONS - wrong:,} of {COMPARISONS:,} "
        f"random endings {verdict(reached=not wrong)} ({process_time() - start:.0f} s)"
    )


def _play_level_5() -> Iterator[str]:
    """Check level 5's move in random positions, and each value against its successors' values.

    Yields a line for each variant.
    """
    for key, options in VARIANTS:
        engine, each, start = ENGINES[key], CHECKS // len(VARIANTS), perf_counter()
        correct, fits, standings, looked_up = 0, 0, Counter[str](), 0.0
        if engine.oracle is None:
            continue
        chance = Chance(f"{SEED}/{key}/{options}")
        for _ in range(each):
            state = engine.oracle.sample(chance, options)
            before = perf_counter()
            fact = engine.oracle.fact(state)
            looked_up += perf_counter() - before
            after = engine.oracle.of_moves(state)
            next_state = after[answer(engine, (state,), 5, Budget(NODES), "1").text]
            best = max((value for value in after.values() if value is not None), key=lambda value: value.rank)
            if fact is None or next_state is None:
                continue
            standings[fact.result] += 1
            correct += next_state.result is fact.result
            fits += (
                best.result is fact.result and best.plies in {fact.plies, 1} and None not in after.values()
            )
        summary = ", ".join(f"{count:,} {standing}" for standing, count in sorted(standings.items()))
        name = " ".join((key, *options.values()))
        yield (
            f"{name:<28} level 5 keeps the result in {correct:,} of {each:,} positions"
            f" {verdict(reached=correct == each)}, {fits:,} values fit their successors"
            f" {verdict(reached=fits == each)}"
            f" ({summary}; {1e6 * looked_up / each:.0f} us a look-up, {perf_counter() - start:.0f} s)"
        )


def _prove() -> Iterator[str]:
    """Prove every shipped puzzle, by the rules or by the tables."""
    for key, game in GAMES.items():
        start, oracle, puzzles = process_time(), ENGINES[key].oracle, shipped(key)
        proof_count = sum(is_proved(puzzle, state_of(game, puzzle), oracle) for puzzle in puzzles)
        if puzzles:
            yield (
                f"{key}: {proof_count:,} of {len(puzzles):,} puzzles proved"
                f" {verdict(reached=proof_count == len(puzzles))} ({process_time() - start:.0f} s)"
            )
