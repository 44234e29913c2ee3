"""The bot's process is killed around the end of a round: the games of the next one are told once."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from playground.server import Playground
from tests import pocket
from tests.end_to_end.forks import BotProcess, ForkServer, bot_process
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

FOUND = 60.0
"""Within so many seconds is delivered what a process had in hand that was killed."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    fork_server: ForkServer, playground: Playground, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    """The bot as a process of its own."""
    async with bot_process(fork_server, playground, tmp_path_factory.mktemp("bot")) as process:
        await process.start()
        yield process


async def cards(table: Table, number: int) -> list[Seen]:
    """Return the cards of a round."""
    return [m for m in await table.sam.sees(table.channel) if f"Cup · round {number}" in m.text]


async def both(table: Table, number: int) -> list[Seen]:
    """Wait for the two games of a round, each with its first board in its thread."""

    async def begun() -> list[Seen] | None:
        found = await cards(table, number)
        return found if len(found) >= 2 else None

    found = await until(begun, f"the games of round {number}", within=FOUND)
    for card in found:
        await table.sam.finds(card.id, lambda m: "Move" in m.buttons, "its first board", within=FOUND)
    return found


async def confirmed(people: list[Person], card: Seen) -> None:
    """Have whoever has the second seat resign, unless the game is over by now."""
    loser = next(one for one in people if card.text.endswith(one.mention))
    asked = (await loser.slash(card.id, "resign")).message
    if "Confirm" in asked.buttons:
        await loser.press(asked, "Confirm")


async def test_killed_while_a_round_ends(table: Table, bot: BotProcess) -> None:
    people = [table.anna, table.ben, table.sam, await table.newcomer("Dora")]
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    await owner.slash(
        table.channel, "tournament create", name="Cup", game="conhex", places=4, rounds=3, clock="3d"
    )
    card = await table.sam.finds(table.channel, lambda m: "Join" in m.buttons, "its message")
    for person in people:
        await person.press(card, "Join")

    first, last = await both(table, 1)
    await confirmed(people, first)
    await confirmed(people, last)
    # It has been answered: the round has ended, and what follows is to be told.
    await bot.kill()
    await bot.start()
    first, last = await both(table, 2)

    await confirmed(people, first)
    await confirmed(people, last)

    async def begins() -> bool:
        return bool(await cards(table, 3))

    await until(begins, "a game of the last round")
    await bot.kill()
    await bot.start()
    for one in await both(table, 3):
        await confirmed(people, one)

    def told(message: Seen) -> bool:
        return "The cup " in message.text

    await table.sam.finds(table.channel, told, "the podium", within=FOUND)
    assert [len(await cards(table, number)) for number in (1, 2, 3, 4)] == [2, 2, 2, 0]
    assert sum(told(message) for message in await table.sam.sees(table.channel)) == 1
