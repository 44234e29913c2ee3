"""The bot is killed between a person's ply and the engine's: the engine answers once."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from playground.server import Playground
from tests import pocket
from tests.end_to_end.forks import BotProcess, ForkServer, bot_process
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

THINKING_SECONDS = 60.0
"""Seconds for an engine to start and think, at low priority on a busy machine."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    fork_server: ForkServer, playground: Playground, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    """The bot as a process, with an engine process."""
    folder = tmp_path_factory.mktemp("bot")
    settings = {"FERNPARTIE_ENGINE_PROCESSES": "1"}
    async with bot_process(fork_server, playground, folder, settings, hasty=True) as process:
        await process.start()
        yield process


async def test_a_kill_while_an_engine_thinks_posts_each_move_once(table: Table, bot: BotProcess) -> None:
    before = {message.id for message in await table.anna.messages(table.channel)}
    await table.anna.slash(
        table.channel, "challenge conhex", opponent=pocket.BOT, role="red", variant="swap=off"
    )
    card = await table.sam.wait_for_message(
        table.channel, lambda m: m.id not in before and "Lucius (level 3)" in m.buttons, "the card"
    )
    await table.anna.press(card, "Lucius (level 3)")
    start = await table.sam.wait_for_message(card.id, lambda m: "Move" in m.buttons, "the first board")
    answer = await table.anna.slash(start.channel, "move", move="f6")
    assert "is played" in answer.text
    await bot.kill()
    assert not await engine_boards(table, start), "no answer before the kill"
    await bot.start()

    async def engine_answers() -> list[ShownMessage]:
        return await engine_boards(table, start)

    await until(engine_answers, "the computer's move", within=THINKING_SECONDS)
    retry = await table.anna.slash(start.channel, "move", move="a1")
    assert "is played" in retry.text, "it is her turn again"

    async def two_answers() -> bool:
        return len(await engine_boards(table, start)) >= 2

    await until(two_answers, "the computer's next move", within=THINKING_SECONDS)
    assert len(await engine_boards(table, start)) == 2, "each engine move was posted once"


async def engine_boards(table: Table, start: ShownMessage) -> list[ShownMessage]:
    """Return the boards with the computer's moves, oldest first."""
    messages = await table.sam.messages(start.channel)
    return [message for message in messages if "Lucius (level 3): " in message.headline]
