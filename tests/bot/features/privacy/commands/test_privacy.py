"""`/privacy`: the export, and deletion, confirmed twice and revocable."""

import json
from datetime import timedelta

from bot.chat.core import custom_ids
from bot.features.privacy.commands import privacy
from bot.model.people.privacy import GRACE
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_deletion_is_confirmed_twice_and_can_be_cancelled(world: World) -> None:
    presses, deletions = Presses(world, privacy.HANDLERS), world.services.deletions
    page = await presses.answer_to(ANNA, custom_ids.write("privacy"))
    assert page.ids == ["fp:my-data", "fp:forget-me"]
    assert "fp:forget-me-sure" in (await presses.answer_to(ANNA, "fp:forget-me")).ids
    assert "fp:forget-me-now" in (await presses.answer_to(ANNA, "fp:forget-me-sure")).ids
    assert await deletions.due_of(ANNA.id) is None, "not before the second answer"
    await presses.press(ANNA, "fp:forget-me-now")
    due = world.time() + GRACE
    assert await deletions.due_of(ANNA.id) == due
    world.time.pass_by(timedelta(hours=1))
    (repeated,) = await presses.press(ANNA, "fp:forget-me-now")
    assert f"<t:{int(due.timestamp())}:R>" in repeated.text, "asking again postpones nothing"
    leavers_page, *_ = await presses.command(ANNA, command_of(presses.app, "privacy"))
    assert leavers_page.ids == ["fp:my-data", "fp:stay"]
    assert f"<t:{int(due.timestamp())}:R>" in leavers_page.text
    (bens_page,) = await presses.command(BEN, command_of(presses.app, "privacy"))
    assert bens_page.ids == page.ids
    await presses.press(BEN, "fp:stay")
    assert await deletions.due_of(ANNA.id) == due
    await presses.press(ANNA, "fp:stay")
    assert await deletions.due_of(ANNA.id) is None


async def test_the_export_contains_only_own_data(world: World) -> None:
    await world.match("conhex")
    presses = Presses(world, privacy.HANDLERS)
    files = [(await presses.answer_to(person, "fp:my-data")).page for person in (ANNA, BEN)]
    assert [page for page in files if "[file] fernpartie-my-data.json" not in page] == []
    data = json.loads(await world.services.personal_exports.of(BEN))
    assert data["person"] == str(BEN.id)
