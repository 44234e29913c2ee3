"""Fast ConHex positions: agreement with the rules, filled boards, required finds."""

from collections.abc import Iterator, Mapping
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

from engines import ENGINES, Budget, Task, answer
from engines.contract import WIN, Chance
from engines.games.conhex.filling import draw_nodes, filled_winner
from engines.games.conhex.spot import Spot, begin, read, write
from engines.games.conhex.tree import winning_nodes
from rules import GAMES, State
from rules.games.conhex.board import NODES
from rules.games.conhex.text import Layout, write_layout
from rules.toolkit.bits import members
from tests.engines.thinking import levels, thoughts
from tests.repeats import repeats

GAME = GAMES["conhex"]
ENGINE = ENGINES["conhex"]


def choices() -> Iterator[Mapping[str, str]]:
    for balls in ("25", "26", "unlimited", "3", "9"):
        yield {"balls": balls}
        yield {"balls": balls, "swap": "off"}
        for handicap in ("2", "3"):
            yield {"balls": balls, "swap": "off", "handicap": handicap}


def same_board(state: State, spot: Spot) -> None:
    assert write_layout(Layout(spot.balls, spot.cells, spot.turn)) == state.position


@pytest.mark.parametrize("options", tuple(choices()), ids=str)
@pytest.mark.parametrize("seed", range(repeats(1, 6)))
def test_engine_games_match_rules(options: Mapping[str, str], seed: int) -> None:
    chance = Random(seed)
    state = GAME.new(options)
    path: list[State] = [state]
    spot = begin(path)
    back = ""
    while state.outcome is None and len(path) < 120:
        assert spot.winner is None
        assert spot.turn == state.turn
        moves = state.legal_moves()
        assert [write(move) for move in spot.moves()] == [move.text for move in moves]
        assert {write(node) for node in members(winning_nodes(spot, spot.turn))} >= {
            move.text for move in moves[:70] if state.play(move).outcome is not None and len(move.path) == 1
        }
        texts = {move.text: move for move in moves}
        move = texts.get(back) if chance.random() < 0.7 else None
        move = move or texts.get("swap") or chance.choice(moves)
        back = ">".join(reversed(path[-2].last.path)) if len(path) > 2 and path[-2].last else ""
        state = state.play(move)
        path.append(state)
        spot = spot.play(read(move.text))
        same_board(state, spot)
    assert spot.winner == (None if state.outcome is None else state.outcome.winners[0])
    assert begin(path) == spot


def test_engine_excludes_repeating_relocations() -> None:
    path: list[State] = [GAME.new({"balls": "3", "swap": "off"})]
    for node in ("f6", "c4", "h6", "e8", "d3", "i8"):
        path.append(path[-1].play(path[-1].parse(node)))
    texts = [f"{start}>{end}" for start, end in (("f6", "a1"), ("c4", "k1"), ("a1", "f6"), ("k1", "c4"))]
    for text in texts * 3:
        moves = path[-1].legal_moves()
        assert [write(move) for move in begin(path).moves()] == [move.text for move in moves]
        if text not in {move.text for move in moves}:
            return
        path.append(path[-1].play(path[-1].parse(text)))
    raise AssertionError("no relocation was refused")


def test_player_without_a_free_node_has_lost() -> None:
    red, blue = (sum(1 << node for node in range(first, len(NODES) - 1, 2)) for first in (0, 1))
    options = {"balls": "unlimited", "swap": "off"}
    state = GAME.from_position(write_layout(Layout((red, blue), (0, 0), 0)), options)
    end = state.play(state.parse(NODES[-1]))
    assert end.outcome is not None
    assert begin([state, end]).winner == end.outcome.winners[0]


def test_filled_board_has_the_same_winner_as_the_rules() -> None:
    chance = Random(1)
    winner_set = set()
    for _ in range(120):
        state: State = GAME.new({"balls": "unlimited", "swap": "off"})
        order = chance.sample(NODES, len(NODES))
        end: State = state
        for node in order:
            end = end.play(end.parse(node))
            if end.outcome is not None:
                break
        bits = [1 << NODES.index(node) for node in order]
        balls = sum(bits[::2]), sum(bits[1::2])
        both = {filled_winner(balls, 0, 0, tie / 50) for tie in range(50)}
        assert end.outcome is not None
        assert end.outcome.winners[0] in both
        winner_set |= both
    assert winner_set == {0, 1}


def test_random_nodes_are_drawn_evenly() -> None:
    chance = Random(1)
    free = sum(1 << node for node in range(0, 69, 3))
    drawings = [draw_nodes(free, 9, chance.random()) for _ in range(2000)]
    assert not [drawing for drawing in drawings if not (drawing.bit_count() == 9 and not drawing & ~free)]
    for node in members(free):
        share = sum(drawing >> node & 1 for drawing in drawings) / len(drawings)
        assert share == pytest.approx(9 / 23, abs=0.05)


def random_game(chance: Random) -> list[State]:
    path: list[State] = [GAME.new({"swap": "off", "balls": "unlimited"})]
    while path[-1].outcome is None:
        path.append(path[-1].play(chance.choice(path[-1].legal_moves())))
    return path


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_win_in_one_is_taken_and_threat_is_blocked(level: int) -> None:
    # One side is one ball short of a chain in each position.
    chance = Random(5)
    threats = wins = 0
    while threats < 6 or wins < 6:
        path = random_game(chance)
        path.pop()
        spot = begin(path)
        if winning_nodes(spot, spot.turn) and wins < 6:
            wins += 1
            assert path[-1].play(answer(ENGINE, path, level, Budget(30), "1")).outcome is not None
        path.pop()
        spot = begin(path)
        if level == 5 and threats < 6 and not winning_nodes(spot, spot.turn):
            defences = [move for move in spot.moves() if not winning_nodes(spot.play(move), 1 - spot.turn)]
            if defences:
                threats += 1
                assert read(answer(ENGINE, path, level, Budget(300), "1").text) in defences
        elif level < 5:
            threats = 6


def test_ignoring_a_threat_is_weighed_as_a_loss() -> None:
    chance = Random(5)
    checked = 0
    while checked < 3:
        path = random_game(chance)[:-2]
        spot = begin(path)
        blunders = [move for move in spot.moves() if winning_nodes(spot.play(move), 1 - spot.turn)]
        if blunders and not winning_nodes(spot, spot.turn):
            verdict = ENGINE.weigh(Task(path, ENGINE.levels[4], Budget(40), Chance("1")), write(blunders[0]))
            assert (verdict.of_played.chance, verdict.of_played.ends) == (0.0, -2)
            checked += 1


def test_win_is_weighed_and_estimated_as_a_win() -> None:
    *path, end = random_game(Random(5))
    assert end.last is not None
    assert end.outcome is not None
    (winner,) = end.outcome.winners
    verdict = ENGINE.weigh(Task(path, ENGINE.levels[4], Budget(40), Chance("1")), end.last.text)
    assert (verdict.of_played.chance, verdict.of_played.ends) == (1.0, 1)
    assert [ENGINE.estimate([*path, end], seat) for seat in (winner, 1 - winner)] == [WIN, -WIN]


def test_same_seed_and_nodes_give_the_same_move() -> None:
    path = [GAME.new()]
    texts = {ENGINE.choose(Task(path, ENGINE.levels[4], Budget(200), Chance("7"))) for _ in range(3)}
    assert len(texts) == 1


def test_estimates_predict_the_winner() -> None:
    chance = Random(3)
    share = 0.0
    for _ in range(20):
        path = random_game(chance)
        outcome = path[-1].outcome
        assert outcome is not None
        share += ENGINE.estimate(path[:-1], outcome.winners[0])
    assert share / 20 > 0.65


def test_a_strong_first_ball_is_swapped() -> None:
    state: State = GAME.new()
    path = [state, state.play(state.parse("d5"))]
    assert ENGINE.choose(Task(path, ENGINE.levels[4], Budget(3000), Chance("1"))) == "swap"


def test_thoughts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert thoughts("conhex", 1, 12, 25) == snapshot


def test_levels_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert levels("conhex") == snapshot
