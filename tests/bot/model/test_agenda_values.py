"""Readers of an overview; the default engines, clock, random source and limits."""

from collections.abc import Callable, Coroutine
from dataclasses import astuple, replace
from datetime import UTC, timedelta
from typing import Any

import pytest

from bot.model.agenda import Limits, Overview
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.engine_question import EngineQuestion, NoAnswer, NoEngines, ReviewQuestion
from bot.model.people.person import Place
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.ports import SecretChance, utc_now
from tests.bot.support.matches_in_memory import NOON, match_of

HALL = Place(5, 70, "de")


def test_readers_of_an_overview_are_players_and_challengers() -> None:
    matches = (
        match_of(HumanPlayer(11), HumanPlayer(22)),
        match_of(HumanPlayer(33), EnginePlayer("conhex", 1)),
    )
    challenge = Challenge(4, Terms("conhex", {}), 44, 55, HALL, NOON)
    assert Overview(None, matches, HALL, (challenge, replace(challenge, challenger=11))).readers == {
        11,
        22,
        33,
        44,
    }
    assert Overview(900, (), HALL).readers == frozenset()


QUESTION = EngineQuestion("conhex", {}, 2, (), 1, "seed", 1)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: NoEngines().choose(QUESTION),
        lambda: NoEngines().agrees_to_draw(QUESTION, 1),
        lambda: NoEngines().review(ReviewQuestion("conhex", {}, 2, (), 0, 1, 1)),
        lambda: NoEngines().prove(QUESTION),
    ],
)
async def test_the_default_engine_raises_no_answer(ask: Callable[[], Coroutine[Any, Any, object]]) -> None:
    with pytest.raises(NoAnswer) as error:
        await ask()
    assert error.value.args[0] == "conhex"


def test_utc_now_is_in_utc() -> None:
    assert utc_now().utcoffset() == timedelta()
    assert utc_now().tzinfo is UTC


def test_secret_chance_draws_within_the_range() -> None:
    assert {SecretChance().choose(2) for _ in range(99)} == {0, 1}


def test_default_limits() -> None:
    assert astuple(Limits()) == (50, 10, 200, 20, 20, 300)
