"""Offers, time and leaving at a table of several players."""

from dataclasses import replace
from typing import Final

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.people.person import Person
from bot.model.people.preferences import AUTO_VACATION
from bot.model.time.clocks import read_clock
from tests.bot.chat.walks import Walk, walk_between
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, HALL, World
from tests.bot.support.timed import DAY

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

HAT = Terms("catch-the-hat", {}, "red", players=4, clock=read_clock("2d"))
PEOPLE: Final = {person.id: person for person in (ANNA, BEN, CARA, DORA)}


async def table(world: World, walk: Walk, terms: Terms = HAT) -> tuple[Match, list[Person]]:
    """Start a game for four; return it with its players in order of their seats."""
    await world.match("conhex")
    lobby = await world.services.invitations.challenge(world.by(ANNA), terms, HALL)
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    for person in (BEN, CARA, DORA):
        lobby = await world.services.lobbies.join(world.by(person), lobby.id)
        await world.services.settings.set_value(world.by(person), AUTO_VACATION, False)
    await walk.posted.deliver()
    await world.services.openings.roll(lobby.match or 0)
    await walk.posted.deliver()
    match = await world.services.matches.get(lobby.match or 0)
    return match, [PEOPLE[person] for person in match.people]


async def play_first(world: World, match: Match) -> None:
    position = await world.services.matches.position(match.id)
    mover = PEOPLE[position.match.mover or 0]
    await world.services.turns.take_turn(world.by(mover), match.id, position.state.legal_moves()[0].text)


async def test_each_player_answers_an_abort_at_a_table(world: World, approved: SnapshotAssertion) -> None:
    """Each other player answers for themselves; until then *More* shows the offer."""
    walk = await walk_between(world, "de", "en")
    match, (first, second, third, fourth) = await table(world, walk)
    await play_first(world, match)
    await walk.posted.deliver()
    await walk.press(first, "offer", match.id, "abort")
    await walk.click(first, "button.confirm")
    await walk.deliver()
    (offer,) = (await world.services.matches.get(match.id)).offers
    offer_key = (match.id, offer.by, offer.ply, offer.what)
    await walk.press(EMIL, "more", match.id)
    await walk.press(second, "offer-yes", *offer_key)
    await walk.press(second, "more", match.id)
    await walk.press(third, "more", match.id)
    await world.services.resignations.resign(world.by(fourth), match.id)
    await walk.posted.deliver()
    await walk.press(fourth, "more", match.id)
    await walk.press(third, "offer-yes", *offer_key)
    await walk.deliver()
    assert walk.text == approved(name="de-en")


async def test_any_player_can_claim_time_at_a_table(world: World, approved: SnapshotAssertion) -> None:
    """Any other player may claim; the late player leaves, and the rest play on."""
    walk = await walk_between(world, "en", "de")
    match, (first, second, third, fourth) = await table(
        world, walk, replace(HAT, clock=read_clock("2d soft"))
    )
    await play_first(world, match)
    await walk.press(third, "resign", match.id)
    await walk.press(third, "resign-yes", match.id)
    await walk.posted.deliver()
    await walk.press(first, "offer-abort", match.id)
    await walk.deliver()
    world.time.pass_by(2.5 * DAY)
    await world.services.timers.act()
    await walk.deliver()
    await walk.press(third, "claim", match.id)
    late_player = PEOPLE[(await world.services.matches.get(match.id)).mover or 0]
    claimant = fourth if late_player == second else second
    await walk.press(late_player, "claim", match.id)
    await walk.press(claimant, "claim", match.id)
    await walk.press(claimant, "claim-yes", match.id)
    await walk.deliver()
    await walk.press(claimant, "resign", match.id)
    await walk.press(claimant, "resign-yes", match.id)
    await walk.deliver()
    assert walk.text == approved(name="en-de")
