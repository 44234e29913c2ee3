"""Practice against the computer over the wire, with engines in separate processes."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.opponents import EnginePool
from playground.server import Playground
from render import Gallery
from tests import pocket
from tests.end_to_end.bots import InProcessBot, in_process_bot
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

BRANDUBH = "hnefatafl/brandubh-7"
FOOT = {"Hint", "Show the move", "Play it", "Take back", "More", "Back", "Claim"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    playground: Playground, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[InProcessBot]:
    """A bot with engines."""
    database = tmp_path_factory.mktemp("practice") / "fernpartie.db"
    async with (
        EnginePool(1) as engines,
        in_process_bot(playground, database, gallery=gallery, engines=engines, welcomes=True) as running,
    ):
        yield running


async def continue_move(person: Person, page: ShownMessage) -> ShownMessage:
    """Press the first button that continues, or choose the first move in the menu if no button does."""
    onward = [label for label in page.buttons if label not in FOOT]
    answer = await (person.press(page, onward[0]) if onward else person.choose(page, page.offered[0]))
    return answer.message


async def play_offered_move(person: Person, page: ShownMessage) -> ShownMessage:
    """Play the first move offered by the panel; return the page with the computer's answer."""
    for _ in range(5):
        page = await continue_move(person, page)
        if "Back" not in page.buttons:
            return page
    raise AssertionError(page.text)


async def test_a_practice_game_is_played_in_one_private_message(table: Table) -> None:
    before = len(table.posted)
    page = (await table.anna.slash(table.channel, "practice", game=BRANDUBH, level="1")).message
    assert page.is_private
    assert "Practice against Bo (level 1): private and unrated." in page.text
    assert "Brandubh" in page.text
    assert "Harder side: defenders, " in page.text
    assert "% of the wins (computers, level 1)." in page.text
    page = await play_offered_move(table.anna, page)
    assert "Bo: **" in page.text
    assert page.pictures
    back = (await table.anna.press(page, "Take back")).message
    assert "Your last move is taken back." in back.text
    page = await play_offered_move(table.anna, back)
    messages = [message for message in table.posted[before:] if message.channel_id == table.channel]
    assert all(message.ephemeral_for for message in messages), "all messages are private"
    listed = await table.anna.slash(table.channel, "games")
    assert "Bo (level 1)" in listed.text
    assert await table.sam.complete(table.channel, "board", "game", "") == []
    replayed = (await table.anna.slash(table.channel, "replay")).message
    assert "Anna (attackers), Bo (level 1, defenders)" in replayed.text
    await table.anna.press(replayed, "Show it here to everybody")
    panel = await table.sam.wait_for_message(table.channel, lambda m: "replay" in m.headline, "the replay")
    assert not panel.buttons, "a private practice board cannot be shared"


async def test_the_bot_accepts_a_challenge_in_a_thread(table: Table) -> None:
    """The challenger chooses a level on the card, and the computer plays by itself."""
    before = {message.id for message in await table.anna.messages(table.channel)}
    reply = await table.anna.slash(
        table.channel, "challenge conhex", opponent=pocket.BOT, role="red", variant="swap=off"
    )
    assert list(reply.message.buttons) == ["Withdraw"], reply.text
    card = await table.sam.wait_for_message(
        table.channel, lambda m: m.id not in before and "Lucius (level 3)" in m.buttons, "the card"
    )
    assert "merciless: plays as well as it can" in card.text
    assert card.headline == "ConHex · Anna challenges the computer"
    listed = await table.anna.slash(table.channel, "games")
    assert "ConHex: you challenged the computer" in listed.text
    await table.anna.press(card, "Bo (level 1)")
    start = await table.sam.wait_for_message(card.id, lambda m: "Move" in m.buttons, "the first board")
    await table.anna.slash(start.channel, "move", move="f6")

    def is_answer(message: ShownMessage) -> bool:
        return "Bo (level 1): " in message.headline

    answer = await table.sam.wait_for_message(start.channel, is_answer, "the computer's move")
    assert table.anna.mention in answer.text, "it is her turn again"
    await table.anna.slash(start.channel, "offer", what="take-back")
    agreed = await table.sam.wait_for_message(
        start.channel, lambda m: "Accepted by Bo (level 1)." in m.text, "the answer"
    )
    assert "Bo (level 1), do you agree?" in agreed.text
