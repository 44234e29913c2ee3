"""`/help` names every command, in both languages."""

import pytest

from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_help_names_every_command(table: Table) -> None:
    commands = (await table.anna.client.state())["commands"]
    answer = await table.anna.slash(table.channel, "help")
    assert answer.message.is_private
    for command in (entry for entry in commands if entry["type"] == 1):
        assert (f"`/{command['name']}`" in answer.text) == (command["name"] != "server"), command["name"]
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    assert "`/server`" in (await owner.slash(table.channel, "help")).text


async def test_each_group_has_a_page_of_its_own(table: Table) -> None:
    help_page = (await table.anna.slash(table.channel, "help")).message
    assert list(help_page.buttons) == ["Begin", "Play", "Look back", "You"]
    page = (await table.anna.press(help_page, "Play")).message
    assert "\n- `/move`: play a move" in page.text
    assert list((await table.anna.press(page, "Back")).message.buttons) == list(help_page.buttons)


async def test_help_in_german(table: Table) -> None:
    await table.anna.speaks("de")
    answer = await table.anna.slash(await table.anna.direct(), "help")
    assert "/herausfordern" in answer.text
    assert "/einstellungen" in answer.text
