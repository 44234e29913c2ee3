"""Common behaviour of all levels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from engines import ENGINES, Budget, MoveWorth, PlyVerdict, Task, answer
from engines.contract import Level
from engines.search.engine import PLAYOUT_LEVELS
from rules import GAMES, State


@dataclass(frozen=True)
class LastMoveEngine:
    """An engine that plays the last legal move and sees nothing."""

    key: str = "conhex"
    levels: tuple[Level, ...] = PLAYOUT_LEVELS
    even_margin: float = 1
    oracle: None = None

    def level(self, _: State, number: int) -> Level:
        return self.levels[number - 1]

    def full_nodes(self, _: State) -> int:
        return 1

    def choose(self, task: Task) -> str:
        return task.state.legal_moves()[-1].text

    def estimate(self, path: Sequence[State], seat: int) -> float:
        return len(path) + seat

    def weigh(self, task: Task, text: str) -> PlyVerdict:
        return PlyVerdict(self.choose(task), MoveWorth(1), MoveWorth(float(bool(text))), (1, 0))


def nearly_won() -> State:
    position = (
        "red a1 b3 b5 b7 b9; blue f6 f5 f7 e6 g6; red-cells z0.0 z0.13 z0.14 z0.15; blue-cells; turn red"
    )
    return GAMES["conhex"].from_position(position)


@pytest.mark.parametrize(("level", "wins"), [(1, False), (2, True), (3, True), (4, True), (5, True)])
def test_levels_from_2_up_play_a_win_in_one(level: int, wins: bool) -> None:
    state = nearly_won()
    move = answer(LastMoveEngine(), [state], level, Budget(1), "s")
    assert (state.play(move).outcome is not None) == wins


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_an_engine_with_five_levels(key: str) -> None:
    engine = ENGINES[key]
    assert engine.key == key
    assert [level.number for level in engine.levels] == [1, 2, 3, 4, 5]
    assert len({level.name for level in engine.levels}) == 5


@pytest.mark.parametrize("key", GAMES)
def test_strongest_level_has_its_own_node_budget(key: str) -> None:
    engine = ENGINES[key]
    state = GAMES[key].new()
    assert engine.full_nodes(state) > max(level.nodes or 0 for level in engine.levels[:4])


@pytest.mark.parametrize(
    ("key", "options", "role"),
    [
        ("fox-and-hens", {}, "foxes"),
        ("hnefatafl", {"board": "brandubh-7"}, "defenders"),
        ("hnefatafl", {"board": "tablut-9"}, "defenders"),
    ],
)
def test_strong_role_has_a_weaker_beginner_level(key: str, options: Mapping[str, str], role: str) -> None:
    engine, state = ENGINES[key], GAMES[key].new(options)
    roles = state.game.roles(2)
    while state.turn is None or roles[state.turn] != role:
        state = state.play(state.legal_moves()[0])
    assert engine.level(state, 1).margin > engine.levels[0].margin
    assert [engine.level(state, number) for number in range(2, 6)] == list(engine.levels[1:])


def test_smaller_boards_get_more_nodes() -> None:
    nodes = [ENGINES["hnefatafl"].full_nodes(GAMES["hnefatafl"].new({"board": board})) for board in BOARDS]
    assert nodes == sorted(nodes)
    assert len(set(nodes)) == len(BOARDS)


BOARDS = ("alea-evangelii-19", "hnefatafl-13", "hnefatafl-11", "tablut-9", "brandubh-7")
