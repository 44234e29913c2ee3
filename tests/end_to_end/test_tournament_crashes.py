"""The bot is killed around the end of a round: the next round's games are announced once."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from playground.server import Playground
from tests import pocket
from tests.end_to_end.forks import BotProcess, ForkServer, bot_process
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

FOUND = 60.0
"""Seconds until a killed process's pending notices are delivered."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    fork_server: ForkServer, playground: Playground, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    """The bot as successive processes over one database, killed by the tests."""
    async with bot_process(fork_server, playground, tmp_path_factory.mktemp("bot"), hasty=True) as process:
        await process.start()
        yield process


async def rounds(table: Table, number: int) -> list[ShownMessage]:
    messages = await table.sam.messages(table.channel)
    return [m for m in messages if f"Cup · round {number}" in m.text and "Standings" in m.buttons]


async def round_message(table: Table, number: int) -> ShownMessage:
    """Wait for a round's message, with the first boards of both games in its thread."""

    async def both_boards() -> ShownMessage | None:
        for message in await rounds(table, number):
            boards = [m for m in await table.sam.messages(message.id) if "Move" in m.buttons]
            if len(boards) >= 2:
                return message
        return None

    return await until(both_boards, f"the games of round {number}", within=FOUND)


async def resign_as_second(people: list[Person], message: ShownMessage) -> None:
    """Resign each game as the second seat, unless it has ended."""
    losers = [person for person in people if f"\N{EN DASH} {person.mention}" in message.text]
    assert len(losers) == 2, message.text
    for loser in losers:
        question = (await loser.slash(message.id, "resign")).message
        if "Confirm" in question.buttons:
            await loser.press(question, "Confirm")


async def test_a_kill_at_the_end_of_a_round_posts_each_round_once(table: Table, bot: BotProcess) -> None:
    people = [table.anna, table.ben, table.sam, await table.newcomer("Dora")]
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    await owner.slash(
        table.channel, "tournament create", name="Cup", game="conhex", places=4, rounds=3, clock="3d"
    )
    card = await table.sam.wait_for_message(table.channel, lambda m: "Join" in m.buttons, "its message")
    for person in people:
        await person.press(card, "Join")

    await resign_as_second(people, await round_message(table, 1))
    # The press was answered: the round has ended, and its notices are pending.
    await bot.kill()
    await bot.start()
    await resign_as_second(people, await round_message(table, 2))

    async def begins() -> bool:
        return bool(await rounds(table, 3))

    await until(begins, "a game of the last round")
    await bot.kill()
    await bot.start()
    await resign_as_second(people, await round_message(table, 3))

    def tells_winner(message: ShownMessage) -> bool:
        return "The cup " in message.text

    await table.sam.wait_for_message(table.channel, tells_winner, "the podium", within=FOUND)
    assert [len(await rounds(table, number)) for number in (1, 2, 3, 4)] == [1, 1, 1, 0]
    assert sum(tells_winner(message) for message in await table.sam.messages(table.channel)) == 1
