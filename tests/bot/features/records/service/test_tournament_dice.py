"""Dice of a tournament's game in its record: their place in the tree published beforehand."""

import pytest

from bot.features.records.domain.codec import read_record, write_record
from bot.features.records.domain.replaying import check
from tests.bot.features.tournaments.service.test_sealed_dice import open_and_resign, open_tournament
from tests.bot.features.tournaments.service.test_tournaments import running
from tests.bot.support.fakes import ANNA, SeededDice, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_tournament_dice_verify_from_the_file(world: World) -> None:
    world.chance = SeededDice("records")
    world.services = world.other_services()
    tournament = await open_tournament(world)
    for match in await running(world, tournament):
        finished = await open_and_resign(world, match)
        record = read_record(write_record(await world.services.exports.for_person(finished.id, ANNA.id)))
        assert record.dice is not None
        assert record.dice.tournament is not None
        assert record.dice.tournament.root == tournament.seals[0].root
        assert check(record, world.games) == record
