"""Buttons of an imported game: for its owner only."""

from bot.chat.core import custom_ids
from bot.features.records.buttons import import_buttons
from bot.features.records.domain.codec import write_record
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_nobody_can_open_another_person_s_import(world: World) -> None:
    match = await world.match("conhex")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await world.services.resignations.resign(world.by(BEN), match.id)
    record = await world.services.exports.of(match.id)
    imported = await world.services.imports.add(world.by(ANNA), write_record(record))
    presses = Presses(world, import_buttons.HANDLERS)
    page = await presses.answer_to(ANNA, custom_ids.write("imports"), str(imported.id))
    assert custom_ids.write("import-delete", imported.id) in page.ids
    assert not (await presses.answer_to(BEN, custom_ids.write("imports"), str(imported.id))).ids
    await presses.answer_to(ANNA, custom_ids.write("import-delete", imported.id))
    assert await world.services.imports.of(ANNA.id) == ()
