"""Work of an engine process: answers bounded by nodes do not depend on the clock."""

from dataclasses import replace

import pytest

from bot.model.engine_question import EngineQuestion, ReviewQuestion
from bot.opponents import thinking
from bot.opponents.thinking import prove, review, think, weigh_draw
from engines import ENGINES, Budget, agrees_to_draw, answer, position_facts, replayed, verdict
from engines.contract import Exhausted
from rules import GAMES, Move

_PLIES = ("d6", "f4", "d5")
_GAME = GAMES["nine-mens-morris"]
_ENGINE = ENGINES["nine-mens-morris"]


def test_a_node_limit_makes_the_answer_independent_of_time() -> None:
    question = EngineQuestion(_GAME.key, {}, 2, _PLIES, 5, "1", seconds=30.0, nodes=700)
    path = replayed(_GAME, {}, 2, _PLIES)
    assert think(question) == str(answer(_ENGINE, path, 5, Budget(700), "1"))
    assert think(question) == think(replace(question, seconds=90.0))


def test_the_strongest_level_has_a_default_node_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[Budget] = []
    question = EngineQuestion(_GAME.key, {}, 2, _PLIES, 5, "1", seconds=30.0)

    def record_budget(*arguments: object) -> Move:
        spent.extend(argument for argument in arguments if isinstance(argument, Budget))
        return Move("a1")

    monkeypatch.setattr(thinking, "answer", record_budget)
    think(question)
    with pytest.raises(Exhausted):
        spent[0].spend(95_001)


def test_a_review_respects_its_node_limit() -> None:
    question = ReviewQuestion(_GAME.key, {}, 2, _PLIES, first=3, last=3, seconds=30.0, nodes=700)
    path = replayed(_GAME, {}, 2, _PLIES[:2])
    assert review(question) == (verdict(_ENGINE, path, "d5", Budget(700), "review"),)


def test_only_solved_games_are_proved() -> None:
    start = EngineQuestion(_GAME.key, {}, 2, (), 5, "1", seconds=30.0)
    assert prove(start) == position_facts(_ENGINE.oracle, _GAME.new())
    unsolved = EngineQuestion("conhex", {}, 2, (), 5, "1", seconds=30.0)
    assert prove(unsolved) is None


@pytest.mark.parametrize("seat", [0, 1])
def test_a_draw_is_evaluated_for_a_seat(seat: int) -> None:
    question = EngineQuestion(_GAME.key, {}, 2, _PLIES, 3, "1", seconds=30.0)
    path = replayed(_GAME, {}, 2, _PLIES)
    assert weigh_draw(question, seat) == agrees_to_draw(_ENGINE, path, seat)


def test_a_review_judges_each_requested_ply() -> None:
    question = ReviewQuestion(_GAME.key, {}, 2, _PLIES, first=2, last=3, seconds=30.0, nodes=300)
    verdicts = review(question)
    paths = (replayed(_GAME, {}, 2, _PLIES[:number]) for number in (1, 2))
    assert verdicts == tuple(
        verdict(_ENGINE, path, text, Budget(300), "review")
        for path, text in zip(paths, ("f4", "d5"), strict=True)
    )
