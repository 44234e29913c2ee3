"""Approved search results in sample positions, with the work of each."""

from collections.abc import Iterator

import pytest
from syrupy.assertion import SnapshotAssertion

from engines import ENGINES
from engines.contract import WIN, Budget, Chance, Level, Task
from engines.search.alpha_beta import best_move, best_score, compare, forced_win
from engines.search.engine import ALPHA_BETA_LEVELS, PLAYOUT_LEVELS, AlphaBetaEngine, PlayoutEngine
from rules import GAMES, State
from tests.engines.thinking import path_of

PATHS: dict[str, list[State]] = {
    "brandubh": path_of("hnefatafl", {"board": "brandubh-7"}, None, 14),
    "morris": path_of("nine-mens-morris", {}, None, 23),
    "latrunculi": path_of("ludus-latrunculorum", {"army": "king"}, None, 31),
    "hounds": path_of("hounds-and-jackals", {}, None, 23),
}
DEEP, HUMAN = Level(5, nodes=None), Level(3, nodes=None, depth=3, exchanges=2, margin=40, attention=70)


def searches(path: list[State]) -> Iterator[str]:
    engine = ENGINES[path[-1].game.key]
    assert isinstance(engine, AlphaBetaEngine)
    begin, played = engine.begin, path[-1].legal_moves()[-1].text
    yield f"estimates {engine.estimate(path, 0)} and {engine.estimate(path, 1)}"
    for level, nodes in ((DEEP, 900), (HUMAN, 900), (Level(5, nodes=None, depth=2), None)):
        budget, position = Budget(nodes), begin(path)
        move = best_move(position, level, budget, Chance("1"))
        yield f"best {begin(path).write(move)}, {budget.spent} nodes, {budget.foreseen} foreseen"
        budget, position = Budget(nodes), begin(path)
        yield f"score {best_score(position, level, budget)}, {budget.spent} nodes"
    for nodes in (60, 250, 900):
        position = begin(path)
        (score, best), of_played = compare(position, DEEP, Budget(nodes), position.read(played))
        yield f"{begin(path).write(best)} {score}, {played} {of_played}"
    position = begin(path)
    yield f"forced {forced_win(position, DEEP, Budget(900), list(position.moves())) is not None}"


@pytest.mark.parametrize("subject", PATHS)
def test_search_matches_snapshot(subject: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(searches(PATHS[subject])) == snapshot


def test_finished_game_is_estimated_by_its_result() -> None:
    game = GAMES["hnefatafl"]
    state = game.from_position("7/2aa3/1akda2/2a4/4a2/7/7 a", {"board": "brandubh-7"})
    path = [state, state.play(state.parse("e3-d3"))]
    assert [ENGINES[game.key].estimate(path, seat) for seat in (0, 1)] == [WIN, -WIN]


@pytest.mark.parametrize("level", [1, 3, 5])
@pytest.mark.parametrize("subject", ["brandubh", "hounds"])
def test_playouts_match_snapshot(subject: str, level: int, snapshot: SnapshotAssertion) -> None:
    path = PATHS[subject]
    engine = PlayoutEngine(path[-1].game.key, cut=80)
    task = Task(path, engine.level(path[-1], level), Budget(25), Chance("1"))
    move = engine.choose(task)
    task = Task(path, engine.level(path[-1], level), Budget(25), Chance("1"))
    judgement = engine.weigh(task, path[-1].legal_moves()[-1].text)
    chances = f"{judgement.of_best.chance:.4f}, {judgement.of_played.chance:.4f}"
    shares = " ".join(f"{share:.4f}" for share in judgement.shares)
    assert f"{move}; {judgement.best} {chances}; {shares}" == snapshot


def test_default_levels_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(map(str, (*ALPHA_BETA_LEVELS, *PLAYOUT_LEVELS))) == snapshot
