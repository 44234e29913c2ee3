"""Where no engine thinks, as the bot's owner wants none, nothing offers to play against one."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.model.engine_question import NoEngines
from playground.server import Playground
from render import Gallery
from tests import pocket
from tests.end_to_end.bots import BotHere, bot_here
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    playground: Playground, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotHere]:
    """A bot without engines that introduces itself."""
    database = tmp_path_factory.mktemp("none") / "fernpartie.db"
    async with bot_here(playground, database, gallery=gallery, engines=NoEngines(), welcomes=True) as running:
        yield running


def offers_none(page: Seen) -> bool:
    """Return whether neither what a page says nor its buttons lead to the computer."""
    return not any("omputer" in text or "Practi" in text for text in (page.text, *page.buttons))


async def test_pages_offer_none(table: Table) -> None:
    greeting = await table.sam.finds(pocket.BOARD_GAMES, lambda m: "👋" in m.headline, "the greeting")
    assert offers_none(greeting)
    for button in ("New game", "How it works"):
        assert offers_none((await table.sam.press(greeting, button)).message), button
    listed = (await table.sam.press(greeting, "Rules")).message
    assert offers_none((await table.sam.choose(listed, "conhex")).message)
    assert offers_none((await table.sam.slash(table.channel, "help")).message)
    refused = await table.anna.slash(table.channel, "challenge conhex", opponent=pocket.BOT)
    assert offers_none(refused.message)


async def test_tables_and_seats_offer_none(table: Table) -> None:
    before = {message.id for message in await table.anna.sees(table.channel)}
    await table.anna.slash(table.channel, "challenge catch-the-hat")
    assert offers_none(await table.sam.finds(table.channel, lambda m: m.id not in before, "the table"))
    match = await table.begin("conhex", swap="off")
    question = (await table.anna.slash(match.home, "substitute")).message
    await table.anna.press(question, "Confirm")
    assert offers_none(await table.ben.finds(match.home, lambda m: "Accept" in m.buttons, "the seat"))


async def test_no_command_is_about_them(table: Table) -> None:
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    state = await table.line.ask("GET", f"/playground/state?as={owner.id}")
    commands = {command["name"]: command for command in state["commands"]}
    assert "challenge" in commands
    assert "practice" not in commands
    (create,) = (option for option in commands["tournament"]["options"] if option["name"] == "create")
    assert "places" in {option["name"] for option in create["options"]}
    assert "engines" not in {option["name"] for option in create["options"]}
    assert "engines" not in {option["name"] for option in commands["server"]["options"]}
