"""One person at a table of engines: every engine answers an offer, and seats move on from game to game."""

import pytest

from bot.features.engines.service.practice import TermsDraft
from bot.model.challenges.terms import Terms
from bot.model.match.offers.offer_rules import OfferKind
from tests.bot.features.engines.service.test_practice import (
    FirstMoveEngines,
    begin_practice,
    games_of,
    practice,
    turns_of,
)
from tests.bot.support.fakes import ANNA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

TABLE = Terms("catch-the-hat", {}, "red", players=3)


async def test_all_engines_at_a_table_accept_a_take_back(world: World) -> None:
    engines = FirstMoveEngines(world)
    lobby = await world.services.invitations.challenge(world.by(ANNA), TABLE, HALL)
    number = (await games_of(world, engines).fill(world.by(ANNA), lobby.id, 1)).match or 0
    await world.open(number)
    match = await world.services.matches.get(number)
    while match.plies < 6 or match.mover != ANNA.id:
        if match.mover == ANNA.id:
            moves = (await world.services.matches.position(number)).state.legal_moves()
            await world.services.turns.take_turn(world.by(ANNA), number, moves[0].text)
        await turns_of(world, engines).schedule(number)
        match = await world.services.matches.get(number)
    assert len(match.people) == 1
    await world.services.offers.offer(world.by(ANNA), number, OfferKind.TAKE_BACK)
    assert len((await world.services.matches.get(number)).standing.open) == 1
    await world.deliver_all()
    await turns_of(world, engines).schedule(number)
    current = await world.services.matches.get(number)
    assert (current.taken_back, current.standing.open, current.mover) == (1, (), ANNA.id)
    assert current.plies < match.plies


async def test_each_next_table_game_moves_the_player_one_seat(world: World) -> None:
    engines, seats = FirstMoveEngines(world), list[int | None]()
    match = await begin_practice(world, engines, TermsDraft(TABLE, 1))
    for _ in range(3):
        seats.append(match.seat_of(ANNA.id))
        await world.services.resignations.resign(world.by(ANNA), match.id)
        match = await practice(world, engines).once_more(world.by(ANNA), match.id, HALL)
    assert (seats, len(match.players)) == ([0, 1, 2], 3)
