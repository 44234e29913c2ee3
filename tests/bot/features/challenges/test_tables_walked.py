"""Walkthroughs of tables of several players: joining, leaving, closing, starting."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from bot.model.people.person import Person
from bot.model.people.preferences import PingPlace
from tests.bot.chat.walks import SERVER, walk_between
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, FINN, HALL, World
from tests.bot.support.timed import DAY

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

HAT = Terms("catch-the-hat", {}, "random")
PAIRS = Terms("catch-the-hat", {"mode": "party"}, "random", players=4)


async def table(world: World, terms: Terms = HAT, *invited: Person) -> int:
    return (await world.services.invitations.challenge(world.by(ANNA), terms, HALL, invited)).id


async def test_starting_a_table(world: World, approved: SnapshotAssertion) -> None:
    """Invited and other people join, a guest leaves, the host closes the table and starts."""
    walk = await walk_between(world, "de", "en")
    number = await table(world, HAT, BEN, CARA)
    await walk.deliver()
    await walk.press(ANNA, "join", number)
    await walk.press(ANNA, "leave", number)
    await walk.press(ANNA, "start", number)
    today = world.time.now.date()
    await world.services.settings.take_vacation(world.by(CARA), today, today + 4 * DAY)
    await walk.press(BEN, "join", number)
    await walk.press(DORA, "look", number)
    await walk.press(DORA, "join", number)
    await walk.press(DORA, "door", number, 1)
    await walk.press(ANNA, "door", number, 1)
    await walk.press(EMIL, "join", number)
    await walk.press(EMIL, "look", number)
    await walk.press(DORA, "leave", number)
    await walk.press(EMIL, "leave", number)
    await walk.press(ANNA, "door", number, 0)
    await walk.press(CARA, "decline", number)
    await walk.press(CARA, "decline-because", number, choose=["other-options"])
    await walk.deliver()
    await walk.press(ANNA, "challenge", choose=[str(number)])
    await walk.press(BEN, "challenge", choose=[str(number)])
    await walk.press(DORA, "start", number)
    await walk.press(ANNA, "start", number)
    await walk.deliver()
    await walk.press(DORA, "join", number)
    assert walk.text == approved(name="de-en")


async def test_joining_a_table_of_pairs(world: World, approved: SnapshotAssertion) -> None:
    """Each guest joins the pair of a button; the game begins with the last."""
    walk = await walk_between(world, "en", "de")
    number = await table(world, PAIRS)
    await walk.deliver()
    await walk.press(BEN, "join", number, 1)
    await walk.press(CARA, "join", number, 1)
    await walk.press(DORA, "join", number, 1)
    await walk.press(DORA, "join", number, 0)
    await walk.press(EMIL, "join", number, 0)
    assert walk.text == approved(name="en-de")


async def test_joining_a_table_of_two_or_three_pairs(world: World, approved: SnapshotAssertion) -> None:
    """A third pair opens when two are full; five cannot play; the host is told that six have joined."""
    walk = await walk_between(world, "de", "en")
    number = await table(world, replace(PAIRS, players=None))
    await walk.posted.deliver()
    await walk.press(BEN, "join", number, 1)
    for person, party in ((CARA, 1), (DORA, 0)):
        await world.services.lobbies.join(world.by(person), number, party)
    await walk.deliver()
    await walk.press(ANNA, "join", number, 0)
    await walk.press(EMIL, "join", number, 2)
    await walk.press(ANNA, "start", number)
    await world.services.lobbies.join(world.by(FINN), number, 2)
    await walk.deliver()
    await walk.press(BEN, "start", number)
    await walk.press(ANNA, "start", number)
    await walk.deliver()
    assert walk.text == approved(name="de-en")


async def test_withdrawing_a_table_with_too_few_guests(world: World, approved: SnapshotAssertion) -> None:
    """The host is told that too few, or none, have accepted, and withdraws."""
    walk = await walk_between(world, "en", "de")
    number = await table(world, replace(HAT, players=3), BEN, CARA)
    await walk.posted.deliver()
    await world.services.lobbies.join(world.by(BEN), number)
    await walk.posted.deliver()
    await world.services.invitations.decline(world.by(CARA), number, "no-time")
    await walk.deliver()
    await walk.press(ANNA, "start", number)
    await walk.press(BEN, "withdraw", number)
    await walk.press(ANNA, "withdraw", number)
    await walk.deliver()
    unwanted = await table(world, HAT, BEN)
    await walk.posted.deliver()
    await world.services.invitations.decline(world.by(BEN), unwanted, "no-thanks")
    await walk.deliver()
    assert walk.text == approved(name="en-de")


async def test_ready_tables_start_or_wait_for_the_host(world: World, approved: SnapshotAssertion) -> None:
    """A full table starts by itself; an open one whose guest has come waits for its host."""
    walk = await walk_between(world, "de", "en")
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.DIRECT)
    open_table = await table(world, HAT, BEN)
    await world.services.lobbies.close(world.by(ANNA), open_table, closed=False)
    await walk.posted.deliver()
    await world.services.lobbies.join(world.by(BEN), open_table)
    await walk.deliver()
    full = await table(world, replace(HAT, players=3))
    await walk.posted.deliver()
    for person in (BEN, CARA):
        await world.services.lobbies.join(world.by(person), full)
    await walk.deliver()
    await walk.press(ANNA, "start", open_table)
    await walk.deliver()
    assert walk.text == approved(name="de-en")


async def test_filling_a_table_with_engines(world: World, approved: SnapshotAssertion) -> None:
    """The host fills the free seats with engines of one level, if the server allows engines."""
    with_engines(world)
    walk = await walk_between(world, "en", "de")
    number = await table(world, Terms("catch-the-hat", {}, "random", players=3))
    await walk.posted.deliver()
    await walk.press(BEN, "join", number)
    await walk.press(BEN, "fill", number)
    await world.services.servers.set_server(world.by(CARA), SERVER, engines=False)
    await walk.press(ANNA, "fill", number)
    await world.services.servers.set_server(world.by(CARA), SERVER, engines=True)
    await walk.press(ANNA, "fill", number)
    await walk.press(BEN, "fill-with", number, 4)
    await walk.press(ANNA, "fill-with", number, 7)
    await walk.press(ANNA, "fill-with", number, 4)
    await walk.deliver()
    assert walk.text == approved(name="en-de")


async def test_a_table_its_last_guest_declines_offers_no_new_terms(world: World) -> None:
    walk = await walk_between(world, "en", "en")
    number = await table(world, HAT, BEN)
    await walk.posted.deliver()
    await world.services.invitations.decline(world.by(BEN), number, "other-options")
    delivered = await walk.posted.deliver()
    assert "#70 posts (pings 1001)" in delivered
    assert [verb for verb in ("change", "anew") if f"fp:{verb}:{number}" in delivered] == []


async def test_an_expired_table(world: World, approved: SnapshotAssertion) -> None:
    walk = await walk_between(world, "de", "en")
    number = await table(world)
    await walk.posted.deliver()
    world.time.pass_by(15 * DAY)
    await world.services.timers.act()
    await walk.deliver()
    await walk.press(BEN, "join", number)
    assert walk.text == approved(name="de-en")
