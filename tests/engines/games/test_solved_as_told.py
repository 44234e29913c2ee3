"""Results that the solved tables give for positions and moves, and the positions that they know."""

from collections.abc import Iterator, Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from engines.contract import Chance, Fact
from engines.contract.facts import Oracle
from engines.games.fox_and_hens.solved import FoxOracle
from engines.games.hounds_and_jackals.solved import HoundsOracle
from engines.games.nine_mens_morris.solved import MorrisOracle
from rules import GAMES, RulesError, State

Options = Mapping[str, str]
ENFORCED = {"missed_capture": "enforced"}
ORACLES: Mapping[str, Oracle] = {
    "hounds-and-jackals": HoundsOracle(),
    "fox-and-hens": FoxOracle(),
    "nine-mens-morris": MorrisOracle(),
}
SOLVED: tuple[tuple[str, Options], ...] = (
    ("hounds-and-jackals", {}),
    ("fox-and-hens", {}),
    ("fox-and-hens", ENFORCED),
    ("nine-mens-morris", {}),
    ("nine-mens-morris", {"men": "6"}),
)
ON_THE_WAY = "12 14 16 18 20"
AT_HOME = "29 28 27 26 25"


def _describe(fact: Fact | None) -> str:
    return "unknown" if fact is None else f"{fact.result.name.lower()} {fact.plies}"


def _facts(oracle: Oracle, state: State) -> Iterator[str]:
    yield f"{state.position}: {_describe(oracle.fact(state))}"
    moves: dict[str, list[str]] = {}
    for text, fact in oracle.of_moves(state).items():
        moves.setdefault(_describe(fact), []).append(text)
    yield from (f"    {fact}: {len(texts)} {' '.join(texts[:5])}" for fact, texts in sorted(moves.items()))


@pytest.mark.parametrize(("key", "options"), SOLVED, ids=str)
def test_solved_positions_and_moves_match_snapshot(
    key: str, options: Options, snapshot: SnapshotAssertion
) -> None:
    chance, oracle = Chance("told"), ORACLES[key]
    states = [oracle.sample(chance, options) for _ in range(12)]
    assert "\n".join(line for state in states for line in _facts(oracle, state)) == snapshot


def hounds(own: int, enemy: int, options: Options | None = None) -> State:
    """Return a position with the given numbers of own and enemy pieces still on the way."""
    sides = [
        " ".join(sorted([*holes.split()[:count], *AT_HOME.split()[: 5 - count]], key=int))
        for holes, count in ((ON_THE_WAY, own), (ON_THE_WAY.replace("0", "3"), enemy))
    ]
    text = f"hounds {sides[0]}; jackals {sides[1]}; turn hounds"
    return GAMES["hounds-and-jackals"].from_position(text, options or {})


def test_hounds_oracle_covers_four_pieces_and_three_of_a_side() -> None:
    oracle = ORACLES["hounds-and-jackals"]
    known = {
        (own, enemy) for own in range(1, 6) for enemy in range(1, 6) if oracle.may_know(hounds(own, enemy))
    }
    assert known == {(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)}
    assert oracle.fact(hounds(2, 2)) is not None
    assert oracle.fact(hounds(2, 3)) is None


@pytest.mark.parametrize("key", ORACLES)
def test_solved_options_match_snapshot(key: str, snapshot: SnapshotAssertion) -> None:
    oracle, game, lines = ORACLES[key], GAMES[key], []
    text = oracle.sample(Chance("options"), {}).position
    for option in game.options:
        for value in option.values:
            try:
                result = _describe(oracle.fact(game.from_position(text, {option.key: value})))
            except RulesError as error:
                result = str(error)
            lines.append(f"{option.key} {value}: {result}")
    assert "\n".join(lines) == snapshot
