"""The number of messages that games with computers and tournament rounds post, counted on the wire."""

import re
from collections.abc import AsyncIterator, Sequence

import pytest
import pytest_asyncio

from bot.opponents import EnginePool
from playground.server import Playground
from playground.values.messages import Message
from render import Gallery
from tests import pocket
from tests.end_to_end.bots import InProcessBot, in_process_bot
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

TURNS = 3
IN_A_ROUND = 3
ROUNDS = 3
_OTHER_BUTTONS = {"Back", "More", "Board"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    playground: Playground, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[InProcessBot]:
    """A bot with engines."""
    database = tmp_path_factory.mktemp("messages") / "fernpartie.db"
    async with (
        EnginePool(1) as engines,
        in_process_bot(playground, database, gallery=gallery, engines=engines) as running,
    ):
        yield running


async def play(person: Person, board: ShownMessage) -> None:
    """Play the first move offered by the move panel."""
    page = (await person.press(board, "Move")).message
    for _ in range(6):
        labels = [label for label in page.buttons if label not in _OTHER_BUTTONS]
        if "Undo" in labels or not (labels or page.menus):
            return
        if labels:
            button = "Confirm" if "Confirm" in labels else labels[0]
            page = (await person.press(page, button)).message
        else:
            page = (await person.choose(page, page.offered[0])).message


def public_messages(table: Table, channel: str) -> Sequence[Message]:
    return [
        message for message in table.posted if message.channel_id == channel and not message.ephemeral_for
    ]


async def test_a_turn_with_engine_replies_posts_one_board(table: Table) -> None:
    await table.anna.slash(table.channel, "challenge catch-the-hat", players="4")
    card = await table.sam.wait_for_message(
        table.channel, lambda m: "Fill up with computers" in m.buttons, "the table"
    )
    question = (await table.anna.press(card, "Fill up with computers")).message
    await table.anna.press(question, "Bo (level 1)")

    async def wait_for_turn(after: int) -> ShownMessage:
        """Return the next board that pings Anna for an ordinary turn."""
        return await table.anna.wait_for_message(
            card.id, lambda m: int(m.id) > after and "Move" in m.buttons and "you" in m.text, "her turn"
        )

    board = await wait_for_turn(0)
    for _ in range(TURNS):
        before = len(public_messages(table, card.id))
        await play(table.anna, board)
        board = await wait_for_turn(int(board.id))
        assert len(public_messages(table, card.id)) == before + 1
        assert board.text.count("Bo (level 1)") >= 1


async def test_a_tournament_round_is_posted_as_one_card(table: Table) -> None:
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    options = {"game": "conhex", "places": 4, "clock": "3d", "format": "round-robin", "engines": 1}
    await owner.slash(table.channel, "tournament create", name="Autumn cup", **options)
    card = await table.sam.wait_for_message(
        table.channel, lambda m: m.headline.startswith("🏆 Autumn cup"), "its message"
    )
    for person in (table.anna, table.ben):
        await person.press(card, "Join")
    question = (await owner.press(card, "Begin now")).message
    await owner.press(question, "Confirm")

    async def cards_with_links() -> list[ShownMessage] | None:
        rounds = [m for m in await table.sam.messages(table.channel) if re.search(r"round \d", m.headline)]
        cards = [m for m in rounds if "\N{EN DASH}" in m.text]
        links = sum(m.text.count("](https://discord.com/channels/") for m in cards)
        return cards if links == ROUNDS * 2 - 1 else None

    cards = await until(cards_with_links, "the links to five games; games between computers have none")
    assert len(cards) == ROUNDS
    assert len({message.channel_id for message in table.posted if "ConHex #" in message.content}) == ROUNDS
    assert len(public_messages(table, table.channel)) <= 1 + ROUNDS * IN_A_ROUND
    boards = [message for message in table.posted if message.content.startswith("**ConHex #")]
    assert not [board for board in boards if board.content.count("Bo (level 1)") > 2], (
        "games between computers are not posted"
    )
