"""`/privacy`: export of a person's data, and deletion after a day, also of names in messages."""

import json

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

DAY = 24 * 3600
SOON = 60


@pytest.mark.assumes("own-history", "own-threads-renamed", "thread-created-deletable")
async def test_a_deleted_person_is_shown_as_someone(table: Table, bot: InProcessBot) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    await match.play("d1-c1")
    page = (await table.ben.slash(match.home, "privacy")).message
    assert page.is_private
    assert list(page.buttons) == ["My data", "Delete me"]
    export = (await table.ben.press(page, "My data")).message.raw
    assert "fernpartie-my-data.json" in json.dumps(export)

    first = (await table.ben.press(page, "Delete me")).message
    second = (await table.ben.press(first, "Delete me")).message
    question = (await table.ben.press(second, "Yes, delete me")).message
    assert "Your data will be deleted" in question.text
    await table.ben.slash(match.home, "games")
    await table.ben.wait_for_message(
        match.home, lambda m: "Do you want to stay after all?" in m.text, "the question"
    )

    await bot.restart()
    bot.advance(DAY + SOON)
    names = (table.ben.mention, "Ben")

    async def has_resigned() -> bool:
        return any("resigned" in m.text for m in await table.sam.messages(match.home))

    await until(has_resigned, "the resignation")
    await bot.restart()

    async def is_forgotten() -> bool:
        bot.advance(SOON)
        messages = [*await table.sam.messages(match.home), *await table.sam.messages(table.channel)]
        return not any(name in m.text for m in messages for name in names)

    await until(is_forgotten, "the messages to lose the names", within=30)
    assert table.playground.world.channels[match.home].name == f"Brandubh #{match.number}"
    messages = await table.sam.messages(match.home)
    assert any("someone" in m.text and table.anna.mention in m.text for m in messages), (
        "other people keep their names"
    )
    assert any("Rematch" in m.buttons for m in messages if "resigned" in m.text), "buttons stay"
    assert any(m.pictures for m in messages if "resigned" in m.text), "pictures stay"
    assert not [words for m in messages for _, words in m.pictures if "Ben" in words]
    assert (await table.ben.slash(match.home, "privacy")).message.is_private, "a deleted person may return"
