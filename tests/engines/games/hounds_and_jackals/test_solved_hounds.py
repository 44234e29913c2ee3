"""Proofs of the Hounds and Jackals table against the rules, a second solver and the play of level 5."""

import shutil
from io import StringIO
from itertools import islice
from pathlib import Path

import pytest

from bench.stage.ending_positions import last_pieces
from bench.stage.naive_rules import NaiveRules
from engines import ENGINES, Budget, Fact, GameValue, answer
from engines.__main__ import main
from engines.contract import Chance
from engines.games.hounds_and_jackals.solved import TABLE, HoundsOracle
from engines.tables import PackedTable, shipped_table
from rules import GAMES, State
from rules.games.hounds_and_jackals import HoundsState

GAME = GAMES["hounds-and-jackals"]
ENGINE = ENGINES["hounds-and-jackals"]
ORACLE = HoundsOracle()


def fact_of(state: State) -> Fact:
    fact = ORACLE.fact(state)
    assert fact is not None
    return fact


def test_values_agree_with_their_successors() -> None:
    chance, attacked = Chance("fit"), 0
    for _ in range(150):
        state = ORACLE.sample(chance, {})
        after = ORACLE.of_moves(state).values()
        assert None not in after
        assert max((fact for fact in after if fact), key=lambda fact: fact.rank) == fact_of(state), (
            state.position
        )
        attacked += "attacked" in state.position
    assert attacked


def test_naive_solver_agrees() -> None:
    # Few positions can be reached from these.
    states = tuple(state for seed in "ce" for state in islice(last_pieces(Chance(seed)), 4))
    states += tuple(islice(last_pieces(Chance("f")), 1))
    values = NaiveRules(GAME, {}).solve(states)
    assert not [state for state in states if fact_of(state).result is not values[state.position]]
    assert set(values.values()) == set(GameValue)


def test_level_5_never_throws_away_a_result() -> None:
    chance = Chance("5")
    for _ in range(60):
        state = ORACLE.sample(chance, {})
        move = answer(ENGINE, (state,), 5, Budget(50), "1")
        after = ORACLE.of_moves(state)[move.text]
        assert after is not None
        assert after.result is fact_of(state).result


def test_passing_twice_draws() -> None:
    both = "24 26 27 28 29"
    first = GAME.from_position(f"hounds {both}; jackals {both}; turn hounds")
    assert fact_of(first) == Fact(GameValue.DRAWN)
    assert fact_of(first.play(first.parse("pass"))) == Fact(GameValue.DRAWN)


def test_position_seen_twice_has_no_proved_value() -> None:
    chance = Chance("twice")
    state = next(
        layout for layout in iter(lambda: ORACLE.sample(chance, {}), None) if fact_of(layout).plies > 3
    )
    assert isinstance(state, HoundsState)
    (mine,) = state.past
    other = ((mine[0][1], mine[0][0]), mine[1], 0)
    assert fact_of(HoundsState(state.setup, state.layout, (other,))) == fact_of(state)
    assert ORACLE.fact(HoundsState(state.setup, state.layout, (other, other))) is None


def test_other_rules_and_more_pieces_have_no_value() -> None:
    text = "hounds 20 25 26 27 28; jackals 22 25 26 27 29; turn jackals"
    assert ORACLE.fact(GAME.new()) is None
    assert ORACLE.fact(GAME.from_position(text)) is not None
    for option in ("zone_block=chain-first", "void_attack=pass", "no_move=loss", "repetition=none"):
        key, value = option.split("=")
        assert ORACLE.fact(GAME.from_position(text, {key: value})) is None
    assert ORACLE.fact(GAME.from_position(text, {"opens": "jackals"})) is not None
    assert HoundsOracle(lambda _: None).fact(GAME.from_position(text)) is None


@pytest.mark.skipif(shutil.which("cc") is None, reason="tables are made with a C compiler")
def test_command_reproduces_the_shipped_values(tmp_path: Path) -> None:
    out = StringIO()
    argv = ("solve", "hounds-and-jackals", "--together", "2", "--folder", str(tmp_path))
    assert main(argv, (), out, StringIO(), lambda: 0.0) == 0
    assert "1 against 1 on the way: 6830 won, 1998 drawn, 5572 lost, 40 plies at most" in out.getvalue()
    table = PackedTable((tmp_path / f"{TABLE}.table").read_bytes())
    shipped = shipped_table(TABLE)
    assert shipped is not None
    assert table.values("away-1-1") == shipped.values("away-1-1")
