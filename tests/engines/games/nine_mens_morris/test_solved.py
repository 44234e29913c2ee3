"""Proofs of the Morris tables against the public rules, a second solver and the play of level 5."""

import shutil
from collections.abc import Iterator, Mapping
from io import StringIO
from itertools import combinations
from pathlib import Path

import pytest

from engines import ENGINES, Budget, Fact, GameValue, answer, position_facts, verdict
from engines.__main__ import main
from engines.contract import Chance, pick
from engines.games.nine_mens_morris.numbering import Numbering, symmetries
from engines.games.nine_mens_morris.solved import (
    MorrisOracle,
    layer_name,
    read_sets,
    table_name,
    write_sets,
)
from engines.puzzles import Goal, path_of, shipped, state_of
from engines.tables import PackedTable, pack, shipped_table
from rules import GAMES
from rules.games.nine_mens_morris import BOARDS, NineMensMorrisState
from rules.games.nine_mens_morris.setup import Setup, agree
from rules.games.nine_mens_morris.text import Layout, write_layout
from rules.toolkit.bits import bits, members

GAME = GAMES["nine-mens-morris"]
ENGINE = ENGINES["nine-mens-morris"]
ORACLE = MorrisOracle()
SOLVED: tuple[Mapping[str, str], ...] = (
    {"men": "6"},
    {"men": "6", "no_mill": "20"},
    {"men": "6", "no_mill": "off", "flying": "off"},
    {"men": "6", "two_mills": "two"},
    {"men": "6", "two_mills": "two", "flying": "off"},
)


def layouts(options: Mapping[str, str], number: int) -> Iterator[NineMensMorrisState]:
    """Yield up to `number` random positions from each layer of a table."""
    setup = agree(options, None)
    table = shipped_table(table_name(setup))
    assert table is not None
    chance = Chance(str(options))
    for name in table.layers:
        stage, *sizes = name.split("-")
        if "@" in name or stage == "sets":
            continue
        ply = int(stage.removeprefix("setting")) if stage != "moving" else 2 * setup.men
        mover = ply % 2 if stage != "moving" else int(chance.random() * 2)
        for _ in range(number):
            men = place_men(setup, chance, *map(int, sizes))
            hands = setup.men - (ply + 1) // 2, setup.men - ply // 2
            layout = Layout(men if mover == 0 else men[::-1], hands, mover)
            state = GAME.from_position(write_layout(layout, setup.board), options)
            assert isinstance(state, NineMensMorrisState)
            if state.outcome is None:
                assert layer_name(setup, state.layout) == name
                yield state


def place_men(setup: Setup, chance: Chance, own: int, theirs: int) -> tuple[int, int]:
    points = sorted(range(len(setup.board.points)), key=lambda _: chance.random())
    return bits(points[:own]), bits(points[own : own + theirs])


def fact_of(state: NineMensMorrisState) -> Fact:
    fact = ORACLE.fact(state)
    assert fact is not None
    return fact


@pytest.mark.parametrize("options", SOLVED, ids=str)
def test_each_value_agrees_with_its_successors(options: Mapping[str, str]) -> None:
    count = 0
    for state in layouts(options, 2):
        fact, after = fact_of(state), ORACLE.of_moves(state).values()
        best = max((answer for answer in after if answer is not None), key=lambda answer: answer.rank)
        assert None not in after
        assert best == fact, state.position
        count += 1
    assert count > 100


@pytest.mark.parametrize("men", sorted(BOARDS))
def test_symmetric_positions_share_one_number(men: str) -> None:
    board, chance = BOARDS[men], Chance(men)
    turns = symmetries(board)
    assert len(turns) == 16
    orbits = {min(bits(turn[point] for point in members(own)) for turn in turns) for own in sets_of(men, 3)}
    numbering = Numbering(board, {3: sorted(orbits)})
    for _ in range(200):
        own, theirs = place_men(agree({"men": men}, None), chance, 3, 4)
        turn = pick(chance, turns)
        number = numbering.number(own, theirs)
        images = (bits(turn[point] for point in members(some)) for some in (own, theirs))
        assert numbering.number(*images) == number
        assert numbering.number(*numbering.sets(number, 3, 4)) == number


def sets_of(men: str, size: int) -> list[int]:
    return [bits(points) for points in combinations(range(len(BOARDS[men].points)), size)]


def test_win_that_outlasts_the_counter_is_a_draw() -> None:
    options = {"men": "6", "flying": "off"}
    state = next(
        layout for layout in layouts(options, 30) if fact_of(layout).plies == 9 and not any(layout.hands)
    )
    early = NineMensMorrisState(state.setup, state.layout, past=state.past, quiet=91)
    late = NineMensMorrisState(state.setup, state.layout, past=state.past, quiet=92)
    assert fact_of(early) == fact_of(state)
    assert fact_of(late) == Fact(GameValue.DRAWN)


def test_win_completes_before_the_counter_runs_out() -> None:
    options = {"men": "6", "flying": "off"}
    states = (
        layout
        for layout in layouts(options, 20)
        if fact_of(layout).result is GameValue.WON and not any(layout.hands)
    )
    for state in list(states)[:20]:
        plies, men = fact_of(state).plies, sum(state.lost)
        now = NineMensMorrisState(state.setup, state.layout, past=state.past, quiet=100 - plies)
        for remaining in range(plies, 0, -1):
            assert fact_of(now).plies == remaining
            after = ORACLE.of_moves(now)
            best = max(after, key=lambda text: rank(after[text]))
            now = now.play(now.parse(best))
        assert sum(now.lost) > men or now.outcome is not None
        assert now.outcome is None or now.outcome.winners


def rank(fact: Fact | None) -> tuple[int, int]:
    assert fact is not None
    return fact.rank


def test_a_win_through_a_position_seen_twice_is_not_claimed() -> None:
    state = next(
        layout for layout in layouts({"men": "6", "flying": "off"}, 30) if fact_of(layout).plies == 9
    )
    assert fact_of(state).result is GameValue.WON
    best = next(text for text, fact in ORACLE.of_moves(state).items() if fact == fact_of(state))
    after = state.play(state.parse(best))
    restored = NineMensMorrisState(
        state.setup, state.layout, past=(after.layout.key, after.layout.key, state.layout.key)
    )
    elsewhere = NineMensMorrisState(state.setup, state.layout, past=(state.layout.key, state.layout.key))
    assert ORACLE.fact(restored) is None
    assert position_facts(ORACLE, restored) is None
    assert ORACLE.fact(elsewhere) == fact_of(state)


def test_unsolved_games_have_no_value() -> None:
    assert ORACLE.fact(GAME.new()) is None
    assert ORACLE.fact(GAME.new({"men": "6", "all_in_mills": "none"})) is None
    assert MorrisOracle(lambda _: None).fact(GAME.new({"men": "6"})) is None
    assert ORACLE.fact(GAMES["conhex"].new()) is None


def test_six_mens_morris_is_a_draw() -> None:
    for options in ({"men": "6"}, {"men": "6", "flying": "off"}):
        facts = position_facts(ORACLE, GAME.new(options))
        assert facts is not None
        assert facts.fact == Fact(GameValue.DRAWN)
        assert (len(facts.keepers), facts.moves, facts.only) == (16, 16, None)


@pytest.mark.parametrize("options", SOLVED[:2], ids=str)
def test_level_5_never_throws_away_a_result(options: Mapping[str, str]) -> None:
    for state in layouts(options, 1):
        move = answer(ENGINE, (state,), 5, Budget(50), "1")
        after = ORACLE.of_moves(state)[move.text]
        assert after is not None
        assert after.result is fact_of(state).result


def test_level_5_solves_puzzles_in_solved_positions() -> None:
    count = 0
    for puzzle in shipped(GAME.key)[::12]:
        if puzzle.goal is not Goal.TAKE and ORACLE.fact(state_of(GAME, puzzle)):
            path = path_of(GAME, puzzle)
            assert answer(ENGINE, path, 5, Budget(2_000), "1").text in puzzle.tree
            count += 1
    assert count


def test_a_review_of_a_solved_position_is_proved() -> None:
    state = next(
        layout
        for layout in layouts({"men": "6"}, 3)
        if (facts := position_facts(ORACLE, layout)) and facts.only and facts.fact.result is GameValue.DRAWN
    )
    facts = position_facts(ORACLE, state)
    assert facts is not None
    wrong = next(move.text for move in state.legal_moves() if move.text != facts.only)
    judgement = verdict(ENGINE, (state,), wrong, Budget(50), "1")
    assert judgement is not None
    assert (judgement.best, judgement.keepers) == (facts.only, facts.keepers)
    assert judgement.of_best.draws
    assert judgement.of_played.loses
    assert (judgement.of_best.chance, judgement.of_played.chance) == (0.5, 0)


def test_packed_table_round_trips() -> None:
    chance = Chance("table")
    long = bytes(int(chance.random() * 4) for _ in range(150_000))
    layers = {"long": long, "same": bytes(70_000), "short": b"\3"}
    table = PackedTable(pack({"limits": "none"}, layers.items()))
    assert {name: table.values(name) for name in layers} == layers
    for name, values in layers.items():
        for place in (0, len(values) // 2, len(values) - 1):
            assert table.value(name, place) == values[place]
    assert table.about == {"limits": "none"}
    sets = [3, 5, 70_000, 16_000_000]
    assert list(read_sets(write_sets(sets))) == sets


@pytest.mark.skipif(shutil.which("cc") is None, reason="tables are made with a C compiler")
def test_command_reproduces_the_shipped_values(tmp_path: Path) -> None:
    options = ("--option", "men=6", "--option", "flying=off", "--limit", "100")
    argv = ("solve", "nine-mens-morris", *options, "--together", "7", "--folder", str(tmp_path))
    setup = agree({"men": "6", "flying": "off"}, None)
    for _ in range(2):
        out, err = StringIO(), StringIO()
        assert main(argv, (), out, err, lambda: 0.0) == 0
        assert "moving 3 against 3: 4464 won, 3714 drawn, 1934 lost, 15 plies at most" in out.getvalue()
    shipped = shipped_table(table_name(setup))
    table = PackedTable((tmp_path / f"{table_name(setup)}.table").read_bytes())
    assert shipped is not None
    assert {name for name in table.layers if "sets" not in name} == {"moving-3-3", "moving-3-4", "moving-4-3"}
    for name in table.layers:
        assert table.values(name) == shipped.values(name)


def test_unsolvable_game_is_refused(tmp_path: Path) -> None:
    err = StringIO()
    argv = ("solve", "conhex", "--together", "7", "--folder", str(tmp_path))
    assert main(argv, (), StringIO(), err, lambda: 0.0) == 2
    assert "conhex cannot be solved" in err.getvalue()
