"""Titles of threads and posts with forbidden words, such as a player's name or a game's number."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.model.people.person import Person as Someone
from bot.model.people.person import Request
from playground.values.places import Channel
from tests.end_to_end.strict.stage import Stage, check_posted_once, type_move
from tests.end_to_end.tables import Match

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.assumes("titles-filtered"),
]


@pytest_asyncio.fixture(loop_scope="module", autouse=True)
async def word_filter(stage: Stage) -> AsyncIterator[None]:
    """Expect refusals, and clear the word filter afterwards."""
    stage.ordered.add(50035)
    yield
    await stage.table.control.change_guild(stage.table.server, refused_words=[])


async def refuse(stage: Stage, *words: str) -> None:
    await stage.table.control.change_guild(stage.table.server, refused_words=words)


def title(stage: Stage, match: Match) -> str:
    return stage.table.playground.world.channels[match.home].name


async def test_a_refused_title_omits_the_players(stage: Stage) -> None:
    await refuse(stage, "anna")
    match = await stage.table.begin("conhex", swap="off")
    assert title(stage, match) == f"ConHex #{match.number}"
    await type_move(match, "a1", 1)
    await stage.board(match, 1)
    check_posted_once(match, match.home, 1)


async def test_a_refused_title_omits_players_and_number(stage: Stage) -> None:
    await refuse(stage, "anna", "#")
    match = await stage.table.begin("conhex", swap="off")
    assert title(stage, match) == "ConHex"


async def test_a_game_without_an_accepted_title_stays_in_the_channel(stage: Stage) -> None:
    await refuse(stage, "ConHex")
    table = stage.table
    card = await table.challenge("conhex", swap="off", role="red")
    await table.ben.press(card, "Accept")
    match = await table.wait_for_match(card, (table.anna, table.ben), home=table.channel)
    await type_move(match, "a1", 1)
    await stage.board(match, 1, table.channel)


async def test_a_title_blocked_by_automod_is_shortened(stage: Stage) -> None:
    stage.ordered.add(200001)
    card = await stage.table.challenge("conhex", swap="off", role="red")
    fault = {
        "fault": "status",
        "code": 200001,
        "status": 400,
        "path": f"/{card.id}/threads$",
        "method": "POST",
    }
    await stage.table.line.ask("POST", "/playground/control/faults", fault | {"times": 1})
    await stage.table.ben.press(card, "Accept")
    match = await stage.table.wait_for_match(card, (stage.table.anna, stage.table.ben))
    assert title(stage, match) == f"ConHex #{match.number}"


async def test_a_forum_post_with_a_refused_title_keeps_picture_and_forum(stage: Stage) -> None:
    table = stage.table
    forum = await table.control.add_forum(table.server, "games")
    await refuse(stage, "Anna")
    by = Request(f"forum-{table.channel}", Someone(int(table.anna.id), "Anna", ""))
    await stage.bot.features.servers.services.admin.set_server(by, int(table.server), forum=int(forum))
    try:
        card = await table.challenge("conhex", swap="off", role="red")
        await table.ben.press(card, "Accept")

        async def first_post() -> Channel | None:
            channels = table.playground.world.channels.values()
            return next((channel for channel in channels if channel.parent_id == forum), None)

        post = await stage.fast_forward_until(first_post, "the post")
        match = await table.wait_for_match(card, (table.anna, table.ben), home=post.id)
        assert post.name == f"ConHex #{match.number}"
        assert match.start.id == post.id
        assert match.start.pictures
    finally:
        undone = Request(f"undo-{table.channel}", Someone(int(table.anna.id), "Anna", ""))
        await stage.bot.features.servers.services.admin.set_server(undone, int(table.server), forum=None)
