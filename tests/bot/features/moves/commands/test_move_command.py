"""The game of a typed move: the named one, the thread's, or the only one in which it is the person's turn."""

import pytest

from tests.bot.chat import guilds
from tests.bot.chat.walks import Walk, begin, set_language
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def plies(world: World) -> list[int]:
    return [(await world.services.matches.get(number)).plies for number in (1, 2, 3)]


@pytest.mark.parametrize(
    ("game", "expected_plies"),
    [(None, [1, 1, 0]), (" ", [1, 1, 0]), ("1", [2, 0, 0]), ("3", [1, 0, 1])],
)
async def test_a_named_game_takes_precedence_over_the_thread(
    world: World, game: str | None, expected_plies: list[int]
) -> None:
    await set_language(world, "en")
    walk = Walk(world)
    matches = [await begin(world) for _ in range(3)]
    await walk.posted.deliver()
    await play(world, matches[0], ANNA, move="a1")
    await play(world, matches[0], BEN, move="k1") if game == "1" else None
    thread = (await world.services.matches.get(matches[1].id)).thread or 0
    walk.presses.server = guilds.guild((HALL.channel,), threads={thread: HALL.channel})
    walk.presses.thread, walk.presses.channel = True, thread
    await walk.command(ANNA, "move", move="c2", game=game)
    assert await plies(world) == [expected_plies[0] + (game == "1"), *expected_plies[1:]]


async def test_the_game_prompt_lists_only_games_waiting_for_the_player(world: World) -> None:
    await set_language(world, "en")
    walk = Walk(world)
    matches = [await begin(world) for _ in range(3)]
    await walk.posted.deliver()
    for match in matches[:2]:
        await play(world, match, ANNA, move="a1")
    (answer,) = await walk.command(ANNA, "move", move="c2")
    assert "Game #3: your move **c2** is played" in answer.text
    (question,) = await walk.command(BEN, "move", move="c2")
    assert [number for number in (1, 2, 3) if f"#{number}" in question.page] == [1, 2, 3]
    await play(world, matches[0], BEN, move="k1")
    await play(world, matches[2], BEN, move="k1")
    (answer,) = await walk.command(BEN, "move", move="c2")
    assert "Game #2: your move **c2** is played" in answer.text
