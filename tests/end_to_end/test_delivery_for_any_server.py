"""A process without server data from the gateway delivers to every server."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa

from bot.features.following.domain import FollowedEvents
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.people.person import Place
from bot.model.people.preferences import PingPlace
from bot.repositories.tables.outbox_tables import notices
from data.store import Store
from playground.server import Playground
from playground.values.places import ForumTag
from render import Gallery
from tests.end_to_end.deliverers import Deliverer, deliverer, place_of, service_person
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def process(playground: Playground, gallery: Gallery, tmp_path: Path) -> AsyncIterator[Deliverer]:
    store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")
    async with deliverer(playground, store, gallery, "only") as running:
        running.begin()
        yield running
        assert not running.client.guilds
        await running.end()
    await store.close()


async def _wait_until_delivered(process: Deliverer, faster: float = 0.0) -> None:
    """Wait, while time runs, until no notice is pending; check that all were delivered."""
    pending = sa.select(sa.func.count()).where(notices.c.status.in_(["waiting", "claimed"]))
    others = sa.select(notices.c.kind, notices.c.status, notices.c.error).where(
        notices.c.status != "delivered"
    )

    async def all_delivered() -> bool:
        process.advance(faster)
        async with process.store._engines.reader.connect() as connection:
            return not (await connection.execute(pending)).scalar_one()

    await until(all_delivered, "all notices to be delivered")
    async with process.store._engines.reader.connect() as connection:
        assert (await connection.execute(others)).all() == []


async def _begin(process: Deliverer, table: Table, place: Place) -> Match:
    challenge = await process.services.invitations.challenge(
        process.by(table.anna), Terms("conhex", {"swap": "off"}, "red"), place, [service_person(table.ben)]
    )
    accepted = await process.services.invitations.accept(process.by(table.ben), challenge.id)
    assert accepted.match is not None
    await _wait_until_delivered(process)
    return await process.services.matches.get(accepted.match)


async def _wait_for_message(person: Person, channel: str | int, words: str) -> None:
    await person.wait_for_message(str(channel), lambda message: words in message.text, words)


async def test_notices_reach_the_thread_dms_and_results_channel(process: Deliverer, table: Table) -> None:
    results = await table.control.add_channel(table.server, "results")
    services = process.services
    await services.servers.set_server(process.by(table.anna), int(table.server), results=int(results))
    await services.settings.set_preferences(process.by(table.ben), tell=PingPlace.DIRECT)
    match = await _begin(process, table, place_of(table))
    assert match.thread is not None
    await services.turns.take_turn(process.by(table.anna), match.id, "a1")
    await _wait_until_delivered(process)
    assert match.thread_parent == int(table.channel)
    await table.sam.wait_for_message(
        str(match.thread), lambda message: message.reports_move("a1"), "her move"
    )
    await table.ben.wait_for_message(
        await table.ben.open_dm(),
        lambda message: message.has_custom_id(f"fp:board:{match.id}:1"),
        "Ben's turn",
    )
    await services.substitutions.offer(process.by(table.anna), match.id)
    await _wait_until_delivered(process)
    await _wait_for_message(table.sam, match.thread, table.anna.mention)
    await services.resignations.resign(process.by(table.ben), match.id)
    await _wait_until_delivered(process, faster=3600)
    await _wait_for_message(table.sam, results, f"#{match.id}")
    thread: dict[str, Any] = dict(await process.client.http.get_channel(match.thread))
    assert thread["thread_metadata"]["archived"]


@pytest.mark.assumes("ask-for-channel", "forum-tags")
async def test_a_forum_post_gets_its_tag(process: Deliverer, table: Table) -> None:
    forum = await table.control.add_forum(table.server, "games", {"name": "ConHex"}, requires_tag=True)
    await process.services.servers.set_server(process.by(table.anna), int(table.server), forum=int(forum))
    match = await _begin(process, table, place_of(table))
    thread = match.thread
    assert thread is not None
    assert match.thread_parent == int(forum)
    await _wait_for_message(table.sam, thread, table.anna.mention)
    post: dict[str, Any] = dict(await process.client.http.get_channel(thread))
    assert (post["parent_id"], len(post["applied_tags"])) == (forum, 1)


@pytest.mark.assumes("forum-tags")
async def test_a_post_uses_the_forums_current_tags(process: Deliverer, table: Table) -> None:
    forum = await table.control.add_forum(table.server, "games", {"name": "ConHex"}, requires_tag=True)
    await process.services.servers.set_server(process.by(table.anna), int(table.server), forum=int(forum))
    await _begin(process, table, place_of(table))
    world = table.playground.world
    (tag,) = world.channels[forum].tags
    renewed = ForumTag(world.snowflakes.mint(), tag.name)
    world.set_channel(replace(world.channels[forum], tags=(renewed,)))
    before = len(table.playground.journal.since(0))
    thread = (await _begin(process, table, place_of(table))).thread
    assert world.channels[str(thread)].parent_id == forum
    assert world.channels[str(thread)].applied_tags == (renewed.id,)
    refused = [
        request for request in table.playground.journal.since(0)[before:] if (request.status or 0) >= 400
    ]
    assert not refused, "the outdated tag is not used"


async def test_a_game_started_in_a_thread_stays_there(process: Deliverer, table: Table) -> None:
    thread = await table.anna.client.open_thread(table.channel, "evening")
    match = await _begin(process, table, place_of(table, thread, parent=table.channel))
    assert match.thread is None
    await _wait_for_message(table.sam, thread, f"#{match.id}")


@pytest.mark.assumes("ask-for-channels")
async def test_an_overview_lists_only_public_challenges(process: Deliverer, table: Table) -> None:
    hidden = await table.control.add_channel(table.server, "hidden")
    await table.control.deny_people(hidden, "VIEW_CHANNEL")
    hall = await table.control.add_channel(table.server, "hall")
    open_ones = []
    for channel in (table.channel, hidden):
        challenge = await process.services.invitations.challenge(
            process.by(table.anna), Terms("conhex", {}, "red"), place_of(table, channel)
        )
        open_ones.append(challenge.id)
    await process.services.servers.set_overview(process.by(table.anna), place_of(table, hall), on=True)
    await _wait_until_delivered(process)
    public, unseen = open_ones
    overview = await table.sam.wait_for_message(
        hall, lambda message: f"fp:take:{public}" in message.buttons.values(), "the overview"
    )
    assert f"fp:take:{unseen}" not in overview.buttons.values()


@pytest.mark.assumes("ask-for-channels")
async def test_an_overview_lists_no_game_in_a_hidden_forum(process: Deliverer, table: Table) -> None:
    in_thread = await _begin(process, table, place_of(table))
    forum = await table.control.add_forum(table.server, "games")
    await table.control.deny_people(forum, "VIEW_CHANNEL")
    await process.services.servers.set_server(process.by(table.anna), int(table.server), forum=int(forum))
    in_forum = await _begin(process, table, place_of(table))
    await process.services.servers.set_overview(process.by(table.anna), place_of(table), on=True)
    await _wait_until_delivered(process)
    overview = await table.sam.wait_for_message(
        table.channel, lambda message: "Games running here" in message.text, "the overview"
    )
    assert f"#{in_thread.id}" in overview.text
    assert f"#{in_forum.id}" not in overview.text


@pytest.mark.assumes("ask-for-channels", "ask-for-member")
async def test_a_follower_is_notified_while_the_game_is_public(process: Deliverer, table: Table) -> None:
    hidden_later = await table.control.add_channel(table.server, "club")
    match = await _begin(process, table, place_of(table, hidden_later))
    await process.services.following.follow(process.by(table.sam), match.id, FollowedEvents.PLIES)
    await process.services.turns.take_turn(process.by(table.anna), match.id, "a1")
    await _wait_until_delivered(process)
    direct = await table.sam.open_dm()
    await _wait_for_message(table.sam, direct, "**a1**")
    await table.control.deny_people(hidden_later, "VIEW_CHANNEL")
    await process.services.turns.take_turn(process.by(table.ben), match.id, "f6")
    await process.services.turns.take_turn(process.by(table.anna), match.id, "g8")
    await _wait_until_delivered(process)
    await _wait_for_message(table.sam, direct, "You no longer follow this game")
    messages = [message for message in await table.sam.messages(direct) if f"#{match.id}" in message.headline]
    assert [bool(message.pictures) for message in messages] == [True, False]
