"""The level of a person's next match against an engine: the one of the same board and role."""

import pytest

from bot.features.engines.service.practice import MOST, TermsDraft
from bot.features.engines.service.practice_levels import level_of
from bot.model.challenges.terms import Terms
from tests.bot.features.engines.service.test_practice import brandubh, lose_practice
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def levels_played(world: World, *drafts: TermsDraft) -> list[int]:
    return [level_of(await lose_practice(world, draft)) for draft in drafts]


async def test_a_board_taken_from_the_last_match_has_its_own_level(world: World) -> None:
    board = {"board": "brandubh-7"}
    await levels_played(world, brandubh(2, "attackers"), brandubh(4, "defenders"))
    for options in ({}, board):
        draft = TermsDraft(Terms("hnefatafl", options, "attackers"), like_last=True)
        assert await levels_played(world, draft) == [2]


async def test_each_board_and_game_has_its_own_level(world: World) -> None:
    tablut = "tablut-9"
    await levels_played(
        world,
        brandubh(1, "attackers"),
        brandubh(3, "attackers", tablut),
        brandubh(4, "defenders", tablut),
        TermsDraft(Terms("conhex", {}, "red"), 5),
    )
    drafts = [
        brandubh(role="attackers"),
        brandubh(role="attackers", board=tablut),
        brandubh(role="defenders"),
    ]
    assert await levels_played(world, *drafts) == [1, 3, 3], (
        "an unknown role has the level of the game's last match"
    )
    assert await levels_played(
        world, TermsDraft(Terms("conhex", {}, "blue")), TermsDraft(Terms("fox-and-hens", {}))
    ) == [5, 2]


async def test_games_between_people_do_not_count_as_practice(world: World) -> None:
    for _ in range(MOST):
        await world.match()
    assert await levels_played(world, brandubh(1)) == [1]
