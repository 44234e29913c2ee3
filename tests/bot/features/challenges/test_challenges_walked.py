"""Walkthroughs of challenges: cards, answers and endings."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import CHOICE_ROLE, Terms
from bot.model.people.person import Person
from bot.model.people.preferences import PingPlace
from bot.model.time.clocks import read_clock
from tests.bot.chat.walks import CONHEX, SERVER, walk_between
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.timed import DAY

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

BRANDUBH = Terms("hnefatafl", {"board": "brandubh-7"}, CHOICE_ROLE, rated=True, exploring=False)
ROLE = 88


async def challenge(world: World, terms: Terms = CONHEX, *people: Person) -> int:
    return (await world.services.invitations.challenge(world.by(ANNA), terms, HALL, people)).id


async def test_declining_a_challenge(world: World, approved: SnapshotAssertion) -> None:
    """Ben declines with a reason; both can change the terms and ask again."""
    walk = await walk_between(world, "en", "de")
    number = await challenge(world, replace(CONHEX, clock=read_clock("7d"), rated=True), BEN)
    await walk.posted.deliver()
    await walk.press(ANNA, "decline", number)
    await walk.press(CARA, "decline", number)
    await walk.press(BEN, "decline", number)
    await walk.press(BEN, "decline-because", number, choose=["no-time"])
    await walk.deliver()
    await walk.press(BEN, "accept", number)
    await walk.press(CARA, "look", number)
    other = await challenge(world, CONHEX, BEN)
    await walk.posted.deliver()
    await walk.press(BEN, "decline-because", other, choose=["other-options"])
    await walk.deliver()
    await walk.press(CARA, "anew", other)
    await walk.press(BEN, "anew", other)
    await walk.press(ANNA, "anew", other)
    assert walk.text == approved(name="en-de")


async def test_withdrawing_and_expiring_challenges(world: World, approved: SnapshotAssertion) -> None:
    """Anna gets a direct message unless she withdrew the challenge herself."""
    walk = await walk_between(world, "de", "en")
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.DIRECT)
    first, second, third = [await challenge(world, CONHEX, BEN) for _ in range(3)]
    await walk.posted.deliver()
    await walk.press(BEN, "withdraw", first)
    await walk.press(ANNA, "withdraw", first)
    await walk.press(BEN, "accept", first)
    await world.services.invitations.withdraw(world.by(ANNA), second)
    await walk.deliver()
    await walk.press(ANNA, "challenge", choose=[str(third)])
    await walk.press(BEN, "challenge", choose=[str(third)])
    await walk.press(CARA, "challenge", choose=[str(third)])
    world.time.pass_by(15 * DAY)
    await world.services.timers.act()
    await walk.deliver()
    await walk.press(BEN, "accept", third)
    assert walk.text == approved(name="de-en")


async def test_accepting_a_challenge(world: World, approved: SnapshotAssertion) -> None:
    """The acceptor chooses a side, and can move directly if they begin; a later press opens the game."""
    walk = await walk_between(world, "en", "de")
    await world.services.servers.set_server(world.by(CARA), SERVER, call_role=ROLE)
    number = await challenge(world, BRANDUBH)
    await walk.deliver()
    await walk.press(ANNA, "accept", number)
    await walk.press(BEN, "accept", number)
    await walk.press(BEN, "side", number, 0, "attackers")
    await walk.deliver()
    await walk.press(CARA, "accept", number)
    mine = await challenge(world, replace(BRANDUBH, role="attackers"), BEN)
    await walk.posted.deliver()
    await walk.press(CARA, "accept", mine)
    await walk.press(BEN, "look", mine)
    await walk.press(BEN, "accept", mine)
    await walk.deliver()
    assert walk.text == approved(name="en-de")


async def test_challenging_an_engine(world: World, approved: SnapshotAssertion) -> None:
    """The card asks for the engine's level; only the challenger can choose it."""
    with_engines(world)
    walk = await walk_between(world, "de", "en")
    me = walk.presses.me
    assert me is not None
    number = await challenge(world, replace(CONHEX, against_engine=True), me)
    await walk.deliver()
    await walk.press(BEN, "engine-level", number, 3)
    await walk.press(ANNA, "engine-level", number, 6)
    await walk.press(ANNA, "engine-level", number, 3)
    await walk.deliver()
    assert walk.text == approved(name="de-en")


async def test_playing_a_rematch(world: World, approved: SnapshotAssertion) -> None:
    walk = await walk_between(world, "en", "de")
    number = await challenge(world, CONHEX, BEN)
    accepted = await world.services.invitations.accept(world.by(BEN), number)
    match = accepted.match or 0
    await walk.posted.deliver()
    await walk.command(ANNA, "rematch")
    await walk.command(ANNA, "rematch", game=str(match))
    await world.services.resignations.resign(world.by(ANNA), match)
    await walk.posted.deliver()
    await walk.press(CARA, "rematch", match)
    await walk.command(CARA, "rematch")
    await walk.suggestions(ANNA, "game", "", "rematch")
    await walk.press(BEN, "rematch", match)
    await walk.deliver()
    await walk.press(BEN, "rematch", match)
    await walk.command(ANNA, "rematch", game=str(match))
    await walk.deliver()
    await walk.press(BEN, "rematch", match)
    assert walk.text == approved(name="en-de")


async def test_undelivered_messages_are_listed_at_the_next_command(
    world: World, approved: SnapshotAssertion
) -> None:
    """A person without direct messages learns of answers and challenges at their next command."""
    walk = await walk_between(world, "de", "en")
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.DIRECT)
    await world.services.settings.set_preferences(world.by(DORA))
    declined, expired = [await challenge(world, CONHEX, BEN) for _ in range(2)]
    await walk.posted.deliver()
    walk.posted.discord.refuses |= {
        ("send", HALL.channel): (403, 50001),
        ("send", 900_000 + ANNA.id): (403, 50007),
        ("send", 900_000 + DORA.id): (403, 50007),
    }
    await world.services.invitations.decline(world.by(BEN), declined, "no-time")
    await challenge(world, BRANDUBH, DORA)
    await walk.posted.deliver()
    await walk.command(DORA, "games")
    world.time.pass_by(15 * DAY)
    await world.services.timers.act()
    await walk.posted.deliver()
    await walk.command(ANNA, "games")
    assert expired
    assert walk.text == approved(name="de-en")
