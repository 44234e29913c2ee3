"""The bot introduces itself once on every new server, even through kills and refusals."""

from collections.abc import AsyncIterator, Sequence

import pytest
import pytest_asyncio

from playground.server import Playground
from playground.values.messages import Message
from tests import pocket
from tests.end_to_end.forks import BotProcess, ForkServer, bot_process
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import newcomer
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

HANG = 60.0
HOW = "So geht\N{RIGHT SINGLE QUOTATION MARK}s"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    fork_server: ForkServer,
    playground: Playground,
    posted_messages: list[Message],
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[BotProcess]:
    """The bot as successive processes over one database, killed by the tests."""
    del posted_messages  # subscribes before the bot starts
    async with bot_process(
        fork_server, playground, tmp_path_factory.mktemp("bot"), new=True, hasty=True
    ) as process:
        await process.start()
        yield process


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def anna(control: pocket.Control) -> Person:
    return await newcomer(control, "Anna", "en-US")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ben(control: pocket.Control) -> Person:
    return await newcomer(control, "Ben", "de")


async def add_server(
    control: pocket.Control, *closed: str, system: int | None = None, **more: bool
) -> list[str]:
    """Add a server without the bot; return its id and those of three channels, some `closed` to the bot."""
    server = await control.add_guild("New", "de", present=False, **more)
    channels = [await control.add_channel(server, name) for name in ("a", "b", "c")]
    for channel, name in zip(channels, ("a", "b", "c"), strict=True):
        if name in closed:
            await control.deny(channel, "SEND_MESSAGES")
    if system is not None:
        await control.change_guild(server, system_channel=channels[system])
    return [server, *channels]


async def welcome(person: Person, channel: str) -> ShownMessage:
    return await person.wait_for_message(channel, lambda m: "👋" in m.headline, "the welcome")


def welcomes(posted: Sequence[Message], *channels: str) -> list[Message]:
    """Return all welcomes ever posted in the given channels."""
    return [message for message in posted if message.channel_id in channels and "👋" in message.content]


@pytest.mark.assumes("guild-joined-at")
async def test_servers_joined_before_the_first_start_are_welcomed_once(
    bot: BotProcess, anna: Person, posted_messages: list[Message]
) -> None:
    message = await welcome(anna, pocket.BOARD_GAMES)
    assert list(message.buttons) == ["New game", "Practise", "Challenge…", "Rules", "How it works", "Set up"]
    assert message.pinged == []
    await welcome(anna, pocket.BRETTSPIELE)
    await bot.kill()
    await bot.start()
    await anna.slash(pocket.LOBBY, "games")  # by now the bot is fully ready
    assert len(welcomes(posted_messages, pocket.BOARD_GAMES, pocket.LOBBY)) == 1


@pytest.mark.assumes("system-channel")
async def test_a_game_starts_from_the_welcome(
    bot: BotProcess, control: pocket.Control, anna: Person, ben: Person
) -> None:
    del bot
    server, _, second, _ = await add_server(control, system=1, community=True)
    await control.add_bot(server)
    message = await welcome(anna, second)
    assert list(message.buttons) == ["Neue Partie", "Üben", "Herausfordern…", "Regeln", HOW, "Einrichten"], (
        "a Community's language is known"
    )
    rules = await anna.press(message, "Regeln")
    assert rules.message.is_private
    read = await anna.choose(rules.message, "conhex")
    assert "ConHex" in read.text
    assert (await ben.press(message, HOW)).text.startswith(f"## {HOW}")
    question = await anna.press(message, "Neue Partie")
    assert "Which game" in question.text, "each person gets their own language"
    assert message.pictures, "one picture shows all games"
    page = await anna.choose(question.message, "conhex")
    answer = await anna.press(page.message, "Ask everyone here")
    assert "the first to accept plays you" in answer.text
    card = await ben.wait_for_message(second, lambda m: "Annehmen" in m.buttons, "the card")
    assert "Gewertet" not in card.text, "a newcomer's first games are unrated"
    assert "3 Tage" in card.text
    await ben.press(card, "Annehmen")
    await anna.wait_for_message(card.id, lambda m: "Ziehen" in m.buttons, "the first board")


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_kill_while_posting_makes_one_welcome(
    bot: BotProcess, control: pocket.Control, anna: Person, posted_messages: list[Message], when: str
) -> None:
    server, *channels = await add_server(control, "a")
    await control.fault("drop", f"/channels/{channels[1]}/messages$", "POST", seconds=HANG, when=when)
    await control.add_bot(server)

    async def fault_fired() -> bool:
        return not await control.faults()

    await until(fault_fired, "the fault to fire")
    await bot.kill()
    await bot.start()
    await welcome(anna, channels[1])
    await anna.slash(channels[0], "games")
    assert [message.channel_id for message in welcomes(posted_messages, *channels)] == [channels[1]]


async def test_the_first_visitor_gets_an_undeliverable_welcome(
    bot: BotProcess, control: pocket.Control, anna: Person, ben: Person, posted_messages: list[Message]
) -> None:
    server, *channels = await add_server(control, "a", "b", "c")
    await control.add_bot(server)

    async def greetings(person: Person) -> list[ShownMessage]:
        await person.slash(channels[0], "games")
        return [message for message in await person.messages(channels[0]) if "👋" in message.text]

    (panel,) = await until(lambda: greetings(ben), "the welcome next to an answer")
    assert panel.is_private
    assert "darum liest nur du das" in panel.text
    assert "Welches Spiel" in (await ben.press(panel, "Neue Partie")).text
    assert await greetings(anna) == []
    await bot.kill()
    await bot.start()
    assert len(await greetings(ben)) == 1
    assert await greetings(anna) == []
    assert welcomes(posted_messages, *channels) == []
