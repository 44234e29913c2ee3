"""Walkthroughs of substitutions: pages, cards and boards."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.people.preferences import PingPlace
from bot.model.time.clocks import NO_CLOCK
from tests.bot.chat import guilds
from tests.bot.chat.walks import CONHEX, MOVES, begin, walk_between
from tests.bot.features.engines.service.test_practice import begin_practice
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, HALL, World
from tests.bot.support.timed import DAY, play

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_a_seat_for_anyone(world: World, approved: SnapshotAssertion) -> None:
    """The leaver's direct board is closed; a player, a stranger and a second taker are refused."""
    walk = await walk_between(world, "en", "de")
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.DIRECT)
    match = await begin(world)
    await play(world, match, ANNA, move=MOVES[0])
    await play(world, match, BEN, move=MOVES[1])
    await walk.posted.deliver()
    await walk.press(CARA, "seat-offer", match.id)
    await walk.press(ANNA, "seat-offer", match.id)
    await walk.press(ANNA, "seat-offer-yes", match.id)
    await walk.deliver()
    await walk.press(BEN, "seat-accept", 1)
    await walk.press(CARA, "seat-decline", 1)
    await walk.press(CARA, "seat-accept", 1)
    await walk.deliver()
    await walk.press(ANNA, "seat-withdraw", 1)
    await walk.press(DORA, "more", match.id)
    await walk.press(CARA, "more", match.id)
    assert walk.text == approved(name="en-de")


async def test_a_seat_for_one_person(world: World, approved: SnapshotAssertion) -> None:
    """Offers declined, withdrawn, accepted out of turn, and lapsed with the end of the game."""
    walk = await walk_between(world, "de", "en")
    match = await begin(world)
    await walk.posted.deliver()
    server = walk.presses.server
    assert server is not None
    dora = guilds.member(server, DORA.id, name="Dora")
    await walk.command(ANNA, "substitute", to=guilds.user(server, 5, "Robot", bot=True))
    await walk.command(ANNA, "substitute", to=guilds.user(server, 6, "Zoe"))
    await walk.command(CARA, "substitute", to=dora, game=str(match.id))
    await walk.command(BEN, "substitute", to=dora)
    await walk.deliver()
    await walk.press(CARA, "seat-decline", 1)
    await walk.press(CARA, "seat-accept", 1)
    await walk.press(DORA, "seat-withdraw", 1)
    await walk.press(DORA, "seat-decline", 1)
    await walk.deliver()
    await walk.command(BEN, "substitute", to=dora)
    await walk.posted.deliver()
    await walk.press(BEN, "seat-withdraw", 2)
    await walk.deliver()
    await walk.command(BEN, "substitute", to=dora)
    await walk.posted.deliver()
    await walk.press(DORA, "seat-accept", 3)
    await walk.deliver()
    await walk.command(DORA, "substitute")
    await walk.press(DORA, "seat-offer-yes", match.id)
    await walk.posted.deliver()
    await world.services.resignations.resign(world.by(ANNA), match.id)
    await walk.deliver()
    await walk.press(ANNA, "more", match.id)
    assert walk.text == approved(name="de-en")


async def test_a_seat_offered_by_an_admin(world: World, approved: SnapshotAssertion) -> None:
    """After a week without a move, the absent player is pinged; a move of their own keeps the seat."""
    walk = await walk_between(world, "en", "de")
    match = await begin(world, replace(CONHEX, clock=NO_CLOCK))
    await play(world, match, ANNA, move=MOVES[0])
    await walk.posted.deliver()
    await walk.command(CARA, "substitute", mover=True, game=str(match.id))
    await walk.command(CARA, "substitute", admin=True, game=str(match.id))
    world.time.pass_by(8 * DAY)
    await walk.posted.deliver()
    await walk.command(CARA, "substitute", admin=True, game=str(match.id))
    await walk.deliver()
    await walk.press(BEN, "seat-accept", 1)
    await walk.press(BEN, "seat-engine", 1)
    await walk.press(ANNA, "seat-engine", 1)
    await play(world, match, BEN, move=MOVES[1])
    await walk.press(DORA, "seat-accept", 1)
    await walk.deliver()
    world.time.pass_by(8 * DAY)
    await world.services.timers.act()
    await walk.posted.deliver()
    emil = guilds.member(guilds.guild(), EMIL.id, name="Emil")
    await walk.command(BEN, "substitute", mover=True, to=emil, admin=True)
    await walk.deliver()
    await walk.press(BEN, "seat-engine", 2)
    await walk.press(EMIL, "seat-accept", 2)
    await walk.deliver()
    assert walk.text == approved(name="en-de")


async def test_a_seat_for_an_engine(world: World, approved: SnapshotAssertion) -> None:
    """Only the opponent can seat an engine, at a level of their choice."""
    engines = with_engines(world)
    walk = await walk_between(world, "de", "en")
    match = await begin(world)
    await walk.command(ANNA, "substitute")
    await walk.press(ANNA, "seat-offer-yes", match.id)
    await walk.deliver()
    await walk.press(ANNA, "seat-engine", 1)
    await walk.press(CARA, "seat-engine", 1)
    await walk.press(BEN, "seat-engine", 1)
    await walk.press(BEN, "seat-level", 1, 9)
    await walk.press(CARA, "seat-level", 1, 2)
    await walk.press(BEN, "seat-level", 1, 2)
    await walk.deliver()
    await walk.press(BEN, "seat-level", 1, 2)
    practice = await begin_practice(world, engines)
    await walk.press(ANNA, "more", practice.id)
    await walk.press(ANNA, "seat-offer", practice.id)
    assert walk.text == approved(name="de-en")


async def test_a_missed_seat_offer_is_shown_at_the_next_command(
    world: World, approved: SnapshotAssertion
) -> None:
    """A person without a reachable channel learns of an offer, and of its end, at their next command."""
    walk = await walk_between(world, "en", "de")
    match = await begin(world, replace(CONHEX, clock=NO_CLOCK))
    await walk.posted.deliver()
    closed = {("send", 70): (403, 50001), ("send", 1440000000000000001): (403, 50001)}
    walk.posted.discord.refuses |= closed | {("send", 900_000 + DORA.id): (403, 50007)}
    server = walk.presses.server
    assert server is not None
    await world.services.settings.set_preferences(world.by(DORA))
    offer = await world.services.substitutions.offer(world.by(BEN), match.id, DORA)
    await walk.posted.deliver()
    await walk.command(DORA, "games")
    await walk.command(DORA, "games")
    await world.services.substitutions.withdraw(world.by(BEN), offer.id)
    offer = await world.services.substitutions.offer(world.by(BEN), match.id, DORA)
    await walk.posted.deliver()
    await world.services.substitutions.withdraw(world.by(BEN), offer.id)
    await walk.posted.deliver()
    await walk.command(DORA, "games")
    walk.posted.discord.refuses |= {("send", 900_000 + BEN.id): (403, 50007)}
    world.time.pass_by(8 * DAY)
    await walk.posted.deliver()
    await walk.command(ANNA, "games")
    walk.posted.discord.refuses |= {("send", 900_000 + person.id): (403, 50007) for person in (ANNA, CARA)}
    await world.services.substitutions.offer(world.by(CARA), match.id, server=HALL.server)
    await world.services.substitutions.offer(world.by(BEN), match.id)
    await walk.posted.deliver()
    for person in (ANNA, BEN, CARA):
        await walk.command(person, "games")
    assert walk.text == approved(name="en-de")
