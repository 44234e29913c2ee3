"""Imports that the present rules no longer follow to their end, and rolls that nobody can check."""

from dataclasses import replace
from datetime import timedelta

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.records.domain.codec import write_record
from bot.features.records.domain.record import Record, RecordedPlayer
from bot.features.records.store import ImportRepository
from rules import GAMES
from tests.bot.features.records.domain.playing import random_record
from tests.bot.features.records.test_record_walk import RecordWalk
from tests.bot.support.fakes import CARA, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def _store_unchecked(world: World, record: Record) -> None:
    """Store a record as a version with other rules accepted it."""
    async with world.store.write() as session:
        await session.of(ImportRepository).add(
            person=CARA.id,
            key=record.game,
            names=record.names,
            body=write_record(record).decode(),
            expires=world.time.now + timedelta(days=1),
        )


@pytest.mark.parametrize("code", ["en", "de"])
async def test_an_import_is_shown_up_to_its_first_illegal_ply(
    world: World, approved: SnapshotAssertion, code: str
) -> None:
    await world.services.settings.set_preferences(world.by(CARA), language=code)
    record = random_record(GAMES["conhex"], {"swap": "off"}, plies=5)
    plies = [*record.plies[:3], replace(record.plies[3], text="z9"), record.plies[4]]
    players = (RecordedPlayer("red", "*Anna*"), RecordedPlayer("blue", "<@1002>"))
    await _store_unchecked(world, replace(record, plies=tuple(plies), players=players))
    await _store_unchecked(world, replace(random_record(GAMES["catch-the-hat"], {}, 3, plies=4), dice=None))
    await _store_unchecked(world, replace(record, game="a-game-of-another-version"))
    walk = RecordWalk(world)
    await walk.command("import")
    await walk.press("fp:imports:0", "2")
    await walk.press("fp:imports:0", "1")
    for press in ("step:1:5:back", "explore:1:4:1", "step:1:4:back", "explore:1:3:1"):
        await walk.press(f"fp:import-{press}")
    assert walk.text == approved(name=code)
