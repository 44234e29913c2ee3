"""A complete challenge in one form, and commands in the context menus of people and messages."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

import rules
from bot.chat.gateway.piece_emojis import piece_emojis
from bot.opponents import EnginePool
from playground.server import Playground
from playground.values.messages import Message
from render import Gallery
from tests import pocket
from tests.end_to_end.bots import InProcessBot, in_process_bot
from tests.end_to_end.shown_message import Json, parts
from tests.end_to_end.tables import Table
from tests.end_to_end.test_first_move import MOST, first_move
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

CHALLENGE, BOARD = "Challenge…", "Board from my side"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    playground: Playground,
    posted_messages: list[Message],
    gallery: Gallery,
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[InProcessBot]:
    """A bot that introduces itself."""
    del posted_messages  # subscribes before the bot starts
    database = tmp_path_factory.mktemp("form") / "fernpartie.db"
    async with (
        EnginePool(1) as engines,
        in_process_bot(playground, database, gallery=gallery, engines=engines, welcomes=True) as running,
    ):
        yield running


def default_values(form: Json) -> dict[str, list[str]]:
    """Return the preselected values of a form's selects."""
    fields = [part["component"] for part in form["components"]]
    return {
        field["custom_id"]: [
            option["value"] for option in field.get("options") or () if option.get("default")
        ]
        for field in fields
    }


@pytest.mark.assumes("selects-in-forms")
async def test_the_greeting_leads_to_a_challenge_in_three_actions(table: Table, bot: InProcessBot) -> None:
    greeting = await table.anna.wait_for_message(
        pocket.BOARD_GAMES, lambda m: "👋" in m.headline, "the greeting"
    )
    form = (await table.anna.press(greeting, CHALLENGE)).form
    assert form is not None
    assert default_values(form) == {
        "game": ["hnefatafl/brandubh-7"],
        "opponent": [],
        "clock": ["3d"],
        "rated": ["no"],
    }
    answer = await table.anna.submit(pocket.BOARD_GAMES, form, opponent=table.ben.id)
    actions = len(("press", "choose the opponent", "send"))
    assert actions == 3
    assert f"You have challenged {table.ben.mention} to a game of Brandubh" in answer.text
    card = await table.ben.wait_for_message(
        pocket.BOARD_GAMES, lambda m: table.ben.id in m.pinged, "the card"
    )
    assert actions + await first_move(table, bot, card) <= MOST


@pytest.mark.assumes("menu-commands")
async def test_a_person_is_challenged_from_their_context_menu(table: Table) -> None:
    form = (await table.anna.menu(table.channel, CHALLENGE, table.ben.id)).form
    assert form is not None
    assert "Ben" in form["title"]
    assert "opponent" not in default_values(form)
    answer = await table.anna.submit(table.channel, form, game="conhex", clock="none", rated="yes")
    assert f"You have challenged {table.ben.mention} to a game of ConHex" in answer.text
    card = await table.sam.wait_for_message(table.channel, lambda m: "Accept" in m.buttons, "the card")
    assert card.pinged == [table.ben.id]
    assert "📈 Rated" in card.text


@pytest.mark.assumes("forms-keep-values")
async def test_each_form_has_its_own_custom_id(table: Table) -> None:
    first = (await table.anna.menu(table.channel, CHALLENGE, table.ben.id)).form
    second = (await table.anna.menu(table.channel, CHALLENGE, table.ben.id)).form
    assert first is not None
    assert second is not None
    assert first["custom_id"] != second["custom_id"]


@pytest.mark.assumes("menu-commands")
async def test_a_message_context_menu_opens_the_board(table: Table) -> None:
    match = await table.begin("hnefatafl")
    for person in (table.anna, table.ben, table.sam):
        page = await person.menu(match.start.channel, BOARD, match.start.id)
        assert page.message.is_private
        assert any(part["type"] == 12 for part in parts(page.message.raw["components"])), (
            "the page has a picture"
        )
        assert f"#{match.number}" in page.text


@pytest.mark.assumes("command-mentions")
async def test_commands_in_texts_are_clickable(table: Table) -> None:
    commands = (await table.anna.client.state())["commands"]
    (number,) = (command["id"] for command in commands if command["name"] == "challenge")
    answer = await table.anna.slash(table.channel, "move", move="a1")
    assert f"</challenge:{number}>" in str(answer.message.raw)


@pytest.mark.assumes("application-emojis")
async def test_buttons_show_the_pieces(table: Table, gallery: Gallery) -> None:
    number = len(piece_emojis(rules.GAMES, gallery))

    async def has_uploaded() -> bool | None:
        return len(table.playground.world.emojis) == number or None

    await until(has_uploaded, "the pieces")
    match = await table.begin("conhex", swap="off")
    (move,) = (part for part in parts(match.start.raw["components"]) if part.get("label") == "Move")
    assert move["emoji"]["name"].startswith("conhex_red_")
    assert move["emoji"]["id"] in table.playground.world.emojis
