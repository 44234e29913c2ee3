"""`/privacy`: someone takes their data along, and is deleted after a day; messages name them no more."""

import json

import pytest

from tests import pocket
from tests.end_to_end.bots import BotHere
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

DAY = 24 * 3600
SOON = 60


@pytest.mark.assumes("own-history", "own-threads-renamed", "thread-created-deletable")
async def test_who_is_deleted_is_someone_from_then_on(table: Table, bot: BotHere) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    await match.play("d1-c1")
    page = (await table.ben.slash(match.home, "privacy")).message
    assert page.is_private
    assert list(page.buttons) == ["My data", "Delete me"]
    handed = (await table.ben.press(page, "My data")).message.raw
    assert "fernpartie-my-data.json" in json.dumps(handed)

    first = (await table.ben.press(page, "Delete me")).message
    second = (await table.ben.press(first, "Delete me")).message
    question = (await table.ben.press(second, "Yes, delete me")).message
    assert "Your data will be deleted" in question.text
    await table.ben.slash(match.home, "games")
    await table.ben.finds(match.home, lambda m: "Do you want to stay after all?" in m.text, "the question")

    await bot.restart()
    bot.later(DAY + SOON)
    names = (table.ben.mention, "Ben")

    async def has_resigned() -> bool:
        return any("resigned" in m.text for m in await table.sam.sees(match.home))

    await until(has_resigned, "the game to be given up")
    await bot.restart()

    async def forgotten() -> bool:
        bot.later(SOON)
        messages = [*await table.sam.sees(match.home), *await table.sam.sees(table.channel)]
        return not any(name in m.text for m in messages for name in names)

    await until(forgotten, "the messages to name nobody", within=30)
    assert table.playground.world.channels[match.home].name == f"Brandubh #{match.number}"
    messages = await table.sam.sees(match.home)
    assert any("someone" in m.text and table.anna.mention in m.text for m in messages), "the others are named"
    assert any("Rematch" in m.buttons for m in messages if "resigned" in m.text), "what can be pressed stays"
    assert any(m.pictures for m in messages if "resigned" in m.text), "so does a picture"
    assert not [words for m in messages for _, words in m.pictures if "Ben" in words]
    assert (await table.ben.slash(match.home, "privacy")).message.is_private, "they may come back"


async def test_who_is_blocked_is_refused_and_reads_no_more_than_that(table: Table) -> None:
    settings = (await table.anna.slash(table.channel, "settings")).message
    panel = (await table.anna.press(settings, "Blocked people")).message
    assert "Blocked: nobody" in panel.text
    answer = await table.anna.slash(table.channel, "block", person=table.ben.id)
    assert f"Blocked: {table.ben.mention}" in answer.text
    refused = await table.ben.slash(table.channel, "challenge conhex", opponent=table.anna.id)
    assert refused.text == f"{table.anna.mention} is not taking challenges from you at the moment."
    again = await table.anna.choose(answer.message, table.ben.id)
    assert "Blocked: nobody" in again.text
    await table.challenge("conhex", by=table.ben, to=table.anna)


async def test_who_blocks_a_bot_reads_that_it_cannot_be_blocked(table: Table) -> None:
    refused = await table.anna.slash(table.channel, "block", person=pocket.BOT)
    assert refused.text == "Bots cannot be blocked. Choose a person."


async def test_a_game_against_somebody_blocked_is_aborted(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    page = (await table.anna.slash(match.home, "block", person=table.ben.id)).message
    assert f"#{match.number} ConHex" in page.text
    await table.anna.press(page, f"Abort game #{match.number}")
    await table.ben.finds(match.home, lambda m: "aborted: no result" in m.text, "the end")
