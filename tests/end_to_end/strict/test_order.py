"""Tidy servers: games as forum posts, closing threads, results, and player lists."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.model.people.person import Person as Someone
from bot.model.people.person import Request
from playground.values.places import Channel
from tests import pocket
from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage, answer
from tests.end_to_end.strict.stage import Refusal, Stage, begin_match, check_posted_once, type_move
from tests.end_to_end.tables import Match, Table

pytestmark = pytest.mark.asyncio(loop_scope="module")

DAY = 86_400


@pytest_asyncio.fixture(loop_scope="module")
async def owner(table: Table, bot: InProcessBot) -> AsyncIterator[Person]:
    """A manager of the server, whose settings are reverted after the test."""
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    yield owner
    undone = Request(f"undo-{table.channel}", Someone(int(owner.id), owner.name, ""))
    await bot.features.servers.services.admin.set_server(undone, int(table.server), forum=None, results=None)


async def choose(
    person: Person, panel: ShownMessage, custom_id: str, *values: str, kind: int
) -> ShownMessage:
    """Choose channels or people in a menu; return the panel's answer."""
    return answer(await person.client.choose(panel.raw, custom_id, *values, kind=kind)).message


async def set_forum(stage: Stage, owner: Person, forum: str) -> ShownMessage:
    panel = (await owner.slash(stage.table.channel, "server channels")).message
    return await choose(owner, panel, "fp:server-forum", forum, kind=8)


async def posts_in(stage: Stage, forum: str) -> list[Channel]:
    channels = stage.table.playground.world.channels.values()
    return [channel for channel in channels if channel.parent_id == forum]


async def in_forum(stage: Stage, forum: str, key: str = "conhex", **options: Any) -> Match:
    """Begin a match; return it with its forum post as home."""
    table = stage.table
    card = await table.challenge(key, **(options or {"role": "red", "swap": "off"}))
    await table.ben.press(card, "Accept")

    async def first_post() -> Channel | None:
        return next(iter(await posts_in(stage, forum)), None)

    post = await stage.fast_forward_until(first_post, "the post")
    return await table.wait_for_match(card, (table.anna, table.ben), home=post.id)


async def resign(person: Person, match: Match) -> None:
    question = await person.slash(match.home, "resign", game=str(match.number))
    await person.press(question.message, "Confirm")


async def is_archived(stage: Stage, thread: str) -> bool:
    return stage.table.playground.world.channels[thread].archived


@pytest.mark.assumes("forum-post", "forum-messages")
async def test_a_game_is_a_forum_post_starting_with_its_first_board(stage: Stage, owner: Person) -> None:
    table = stage.table
    forum = await table.control.add_forum(table.server, "partien")
    assert f"<#{forum}>: every game gets a post there." in (await set_forum(stage, owner, forum)).text
    match = await in_forum(stage, forum)
    assert match.start.id == match.home
    assert match.start.pictures
    assert match.start.pinged == [table.anna.id, table.ben.id]
    (post,) = await posts_in(stage, forum)
    assert post.name == f"ConHex #{match.number}: Anna \u2013 Ben"
    closed = await table.sam.wait_for_message(
        table.channel, lambda m: m.id == match.card.id and f"<#{match.home}>" in m.text, "the way to the post"
    )
    assert not closed.buttons
    await type_move(match, "a1", 1)
    assert (await stage.board(match, 1)).channel == match.home
    await match.wait_until_stripped(match.start)
    refusal = await owner.slash(match.home, "server overview", on=True)
    assert refusal.text.startswith("A forum has no place for an overview")


async def test_the_games_of_a_series_share_a_post(stage: Stage, owner: Person) -> None:
    forum = await stage.table.control.add_forum(stage.table.server, "series")
    await set_forum(stage, owner, forum)
    match = await in_forum(stage, forum, key="hnefatafl", role="attackers", board="brandubh-7", series="none")
    await resign(stage.table.anna, match)
    second = await stage.wait_for_message(
        stage.table.sam, match.home, lambda m: "Game 2 of the series." in m.text, "the second game"
    )
    assert second.id != second.channel
    assert len(await posts_in(stage, forum)) == 1
    match = await stage.table.wait_for_match(match.card, match.players[::-1], home=match.home)
    await stage.table.ben.slash(match.home, "move", move="d1-c1")
    await stage.board(match, 1)


@pytest.mark.assumes("forum-tags")
async def test_a_post_gets_its_games_tag(stage: Stage, owner: Person) -> None:
    table = stage.table
    tags = ({"name": "Rules", "moderated": True}, {"name": "Chess"}, {"name": "ConHex"})
    forum = await table.control.add_forum(table.server, "tagged", *tags, requires_tag=True)
    await set_forum(stage, owner, forum)
    await in_forum(stage, forum)
    (post,) = await posts_in(stage, forum)
    tag_names = {tag.id: tag.name for tag in table.playground.world.channels[forum].tags}
    assert [tag_names[tag] for tag in post.applied_tags] == ["ConHex"]


@pytest.mark.assumes("forum-permission", "forum-tags")
async def test_a_forum_the_bot_cannot_post_in_is_refused(stage: Stage, owner: Person) -> None:
    table = stage.table
    moderated = await table.control.add_forum(
        table.server, "strict", {"name": "Rules", "moderated": True}, requires_tag=True
    )
    assert (await set_forum(stage, owner, moderated)).text.startswith("Posts in #strict need a tag")
    closed_forum = await table.control.add_forum(table.server, "shut")
    await table.control.deny(closed_forum, "SEND_MESSAGES")
    text = (await set_forum(stage, owner, closed_forum)).text
    assert text.startswith("I cannot post in #shut. There I need: Send Messages and Create Posts")


async def test_a_game_opens_a_thread_if_its_forum_is_gone(stage: Stage, owner: Person) -> None:
    table = stage.table
    forum = await table.control.add_forum(table.server, "once-open")
    await set_forum(stage, owner, forum)
    await table.control.delete_channel(forum)
    match = await begin_match(stage)
    assert match.home == match.card.id


@pytest.mark.assumes("forum-posts-found")
async def test_a_post_with_a_lost_response_is_not_duplicated(stage: Stage, owner: Person) -> None:
    forum = await stage.table.control.add_forum(stage.table.server, "once")
    await set_forum(stage, owner, forum)
    await stage.refuse(Refusal("lost", {"fault": "reset", "when": "after"}), f"/channels/{forum}/threads$")
    match = await in_forum(stage, forum)
    await type_move(match, "a1", 1)
    await stage.board(match, 1)
    assert len(await posts_in(stage, forum)) == 1
    check_posted_once(match, match.home, 1)


@pytest.mark.assumes("forum-posts-found", "archived-posts-listed")
async def test_an_archived_post_with_a_lost_response_is_not_duplicated(stage: Stage, owner: Person) -> None:
    control = stage.table.control
    forum = await control.add_forum(stage.table.server, "rests early")
    await set_forum(stage, owner, forum)
    path = f"/channels/{forum}/threads$"
    await stage.refuse(Refusal("lost", {"fault": "reset", "when": "after"}), path)
    # The second attempt is delayed until the post is archived.
    await stage.refuse(
        Refusal("busy", {"fault": "status", "status": 503}), "/threads/active$", "GET", times=3
    )
    card = await stage.table.challenge("conhex", role="red", swap="off")
    await stage.table.ben.press(card, "Accept")

    async def first_post() -> Channel | None:
        return next(iter(await posts_in(stage, forum)), None)

    post = await stage.fast_forward_until(first_post, "the post")
    await control.archive(post.id)
    await stage.wait_for_refusals()
    match = await stage.table.wait_for_match(card, (stage.table.anna, stage.table.ben), home=post.id)
    await type_move(match, "a1", 1)
    await stage.board(match, 1)
    assert len(await posts_in(stage, forum)) == 1
    check_posted_once(match, match.home, 1)


@pytest.mark.assumes("own-threads-archived")
async def test_a_finished_games_thread_is_archived_once_after_a_day(stage: Stage) -> None:
    match = await begin_match(stage)
    await resign(stage.table.anna, match)
    await stage.wait_for_message(stage.table.sam, match.home, lambda m: "Ben wins" in m.headline, "the end")
    assert not await is_archived(stage, match.home), "the thread stays open for a day"
    stage.bot.advance(DAY)

    async def is_closed() -> bool:
        return await is_archived(stage, match.home)

    await stage.fast_forward_until(is_closed, "the thread to close")
    await stage.table.control.archive(match.home, archived=False)
    stage.bot.advance(DAY)
    assert len(stage.requests("PATCH", f"/channels/{match.home}")) == 1


@pytest.mark.assumes("pinned-post", "gone-for-good")
async def test_pinned_deleted_and_locked_threads_are_not_archived(stage: Stage, owner: Person) -> None:
    control = stage.table.control
    forum = await control.add_forum(stage.table.server, "pins")
    pinned = await begin_pinned_post(stage, owner, forum)
    deleted_home, locked = [await stage.table.begin("conhex", swap="off") for _ in range(2)]
    for match in (pinned, deleted_home, locked):
        await resign(stage.table.anna, match)
        await match.wait_until_stripped(match.start)
    await control.delete_channel(deleted_home.home)
    await control.lock(locked.home)
    before = len(stage.requests("GET", "/channels/[0-9]+"))
    stage.bot.advance(DAY)

    async def has_looked() -> bool:
        return len(stage.requests("GET", "/channels/[0-9]+")) >= before + 3

    await stage.fast_forward_until(has_looked, "the bot to check all three threads")
    assert not await is_archived(stage, pinned.home), "a thread with a pinned message stays open"
    assert not [
        entry
        for match in (pinned, deleted_home, locked)
        for entry in stage.requests("PATCH", f"/channels/{match.home}")
    ]


async def begin_pinned_post(stage: Stage, owner: Person, forum: str) -> Match:
    """Begin a match as a post, pin the post, and switch back to threads."""
    panel = await set_forum(stage, owner, forum)
    match = await in_forum(stage, forum)
    await stage.table.control.pin_post(match.home)
    await choose(owner, panel, "fp:server-forum", kind=8)
    return match


async def test_results_are_posted_in_the_configured_channel(stage: Stage, owner: Person) -> None:
    table = stage.table
    results = await table.control.add_channel(table.server, "results")
    panel = (await owner.slash(table.channel, "server results")).message
    assert "Off" in panel.text
    panel_after = await choose(owner, panel, "fp:server-results", results, kind=8)
    assert f"<#{results}>" in panel_after.text
    match = await begin_match(stage)
    await resign(table.anna, match)
    message = await stage.wait_for_message(
        table.sam, results, lambda m: "Ben wins" in m.headline, "the result"
    )
    assert message.headline == f"ConHex #{match.number} · 🏁 Ben wins, Anna resigned"
    assert f"https://discord.com/channels/{table.server}/{match.home}/" in message.text
    assert message.pinged == []
    page = await table.sam.press(message, "Board")
    assert page.message.pictures
    assert len([m for m in await table.sam.messages(results) if "Ben wins" in m.headline]) == 1
    await table.control.delete_channel(results)
    await resign(table.anna, await begin_match(stage))

    async def is_forgotten() -> bool:
        return (await stage.bot.app.services.servers.server(int(table.server))).results is None

    await stage.fast_forward_until(is_forgotten, "the channel to be forgotten")


@pytest.mark.assumes("member-roles", "mentionables")
async def test_a_barred_person_or_role_cannot_accept(stage: Stage, owner: Person) -> None:
    table = stage.table
    role = await table.control.add_role(table.server, "guests", table.sam.id)
    panel = (await owner.slash(table.channel, "server players")).message
    page = await choose(owner, panel, "fp:server-bar", table.ben.id, role, kind=7)
    assert f"**Barred:** <@&{role}>, {table.ben.mention}" in page.text
    refusal = await table.anna.slash(table.channel, "challenge conhex", opponent=table.ben.id)
    assert refusal.text.startswith(f"{table.ben.mention} may not start or join new games")
    card = await table.card(table.anna, "conhex")
    for person in (table.ben, table.sam):
        assert (await person.press(card, "Accept")).text.startswith("You may not start or join new games")
    labels = {
        option["label"]: option["value"]
        for menu in page.menus
        if menu["type"] == 3
        for option in menu["options"]
    }
    assert set(labels) == {"guests", "Ben"}
    freed = await owner.choose(page, labels["Ben"])
    assert table.ben.mention not in freed.text
    await table.ben.press(card, "Accept")
    await table.wait_for_match(card, (table.anna, table.ben))
    await owner.choose(freed.message, labels["guests"])
    text = (await owner.slash(table.channel, "server audit")).text
    assert f"off the lists: {table.ben.mention}" in text
