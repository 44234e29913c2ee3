"""Proofs of the Fox and Hens tables against the public rules, a second solver and the play of level 5."""

import shutil
from collections.abc import Mapping
from io import StringIO
from itertools import islice
from pathlib import Path

import pytest

from bench.stage.ending_positions import nearly_full_houses
from bench.stage.naive_rules import NaiveRules
from engines import ENGINES, Budget, Fact, GameValue, answer, position_facts, verdict
from engines.__main__ import main
from engines.contract import Chance
from engines.games.fox_and_hens.solved import FoxOracle
from engines.tables import PackedTable, shipped_table
from rules import GAMES, State

GAME = GAMES["fox-and-hens"]
ENGINE = ENGINES["fox-and-hens"]
ORACLE = FoxOracle()
RULES: tuple[Mapping[str, str], ...] = ({}, {"missed_capture": "enforced"}, {"fox_start": "back"})


def fact_of(state: State) -> Fact:
    fact = ORACLE.fact(state)
    assert fact is not None
    return fact


@pytest.mark.parametrize("options", RULES, ids=str)
def test_values_agree_with_their_successors(options: Mapping[str, str]) -> None:
    chance = Chance(str(options))
    for _ in range(60):
        state = ORACLE.sample(chance, options)
        after = ORACLE.of_moves(state).values()
        best = max((fact for fact in after if fact is not None), key=lambda fact: fact.rank)
        assert None not in after
        assert best.result is fact_of(state).result, state.position


def test_pending_claims_and_returns_have_values() -> None:
    chance, kinds = Chance("pending"), set[str]()
    while not {"claim", "place"} <= kinds:
        state = ORACLE.sample(chance, {})
        for move in state.legal_moves():
            after = state.play(move)
            parts = after.position.split("; ")[4:]
            if after.outcome is None and parts:
                kinds.add("place" if parts == ["place"] else "claim")
                best = max(
                    (fact for fact in ORACLE.of_moves(after).values() if fact), key=lambda fact: fact.rank
                )
                assert best.result is fact_of(after).result


def test_naive_solver_agrees() -> None:
    # Few positions can be reached from these.
    states = tuple(state for seed in "abdef" for state in islice(nearly_full_houses(Chance(seed)), 3))
    values = NaiveRules(GAME, {}).solve(states)
    assert not [state for state in states if fact_of(state).result is not values[state.position]]
    assert set(values.values()) == {GameValue.WON, GameValue.LOST}


@pytest.mark.parametrize("options", RULES[:2], ids=str)
def test_level_5_never_throws_away_a_win(options: Mapping[str, str]) -> None:
    chance = Chance("5")
    for _ in range(40):
        state = ORACLE.sample(chance, options)
        move = answer(ENGINE, (state,), 5, Budget(50), "1")
        after = ORACLE.of_moves(state)[move.text]
        assert after is not None
        assert after.result is fact_of(state).result


def test_review_names_the_only_winning_move() -> None:
    chance = Chance("review")
    state = ORACLE.sample(chance, {})
    while (facts := position_facts(ORACLE, state)) is None or not facts.only:
        state = ORACLE.sample(chance, {})
    wrong = next(move.text for move in state.legal_moves() if move.text != facts.only)
    judgement = verdict(ENGINE, (state,), wrong, Budget(50), "1")
    assert judgement is not None
    assert judgement.keepers == (facts.only,)
    assert judgement.of_best.wins
    assert judgement.of_played.loses


def test_other_rules_and_distant_hens_have_no_value() -> None:
    assert ORACLE.fact(GAME.new()) is None
    text = "hens c5 d5 e5 c6 d6 e6 c7 d7 a4; foxes a3 g3; off 0; turn hens"
    assert ORACLE.fact(GAME.from_position(text)) == Fact(GameValue.LOST)
    assert ORACLE.fact(GAME.from_position(text.replace("a4", "d3"))) is None
    for options in ({"diagonals": "none"}, {"hens_stuck": "draw"}, {"missed_capture": "takeback"}):
        assert ORACLE.fact(GAME.from_position(text, options)) is None
    assert ORACLE.fact(GAME.from_position(text, {"both_missed": "moved-fox"})) is None
    assert FoxOracle(lambda _: None).fact(GAME.from_position(text)) is None
    assert ORACLE.fact(GAMES["conhex"].new()) is None


@pytest.mark.skipif(shutil.which("cc") is None, reason="tables are made with a C compiler")
def test_command_reproduces_the_shipped_values(tmp_path: Path) -> None:
    out = StringIO()
    argv = ("solve", "fox-and-hens", "--together", "9", "--folder", str(tmp_path))
    assert main(argv, (), out, StringIO(), lambda: 0.0) == 0
    assert "9 hens: 167960 sets of them, 46356960 positions, the hens win 33267" in out.getvalue()
    table = PackedTable((tmp_path / "fox-and-hens-remove-fox.table").read_bytes())
    shipped = shipped_table("fox-and-hens-remove-fox")
    assert shipped is not None
    assert set(table.layers) == {"pairs-9", "single-9"}
    for name in table.layers:
        assert table.values(name) == shipped.values(name)


def test_unsolved_rules_are_refused(tmp_path: Path) -> None:
    err = StringIO()
    argv = (
        "solve",
        "fox-and-hens",
        "--option",
        "diagonals=none",
        "--together",
        "9",
        "--folder",
        str(tmp_path),
    )
    assert main(argv, (), StringIO(), err, lambda: 0.0) == 1
    assert "these options of Fox and Hens are not solved" in err.getvalue()
