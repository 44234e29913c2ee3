"""One player of a thread after the other is deleted: nothing there names either.

In a module of its own: messages count by the playground's clock, which the bot's leaves behind.
"""

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

DAY = 24 * 3600
SOON = 60


async def _leaves(person: Person, channel: str) -> None:
    page = (await person.slash(channel, "privacy")).message
    first = (await person.press(page, "Delete me")).message
    second = (await person.press(first, "Delete me")).message
    assert "Your data will be deleted" in (await person.press(second, "Yes, delete me")).text


@pytest.mark.assumes("own-threads-renamed", "thread-created-deletable")
async def test_both_players_of_a_thread_can_be_deleted(
    table: Table, bot: BotHere, ordered_codes: set[int]
) -> None:
    ordered_codes.add(50083)  # the thread of an ended game is archived, and opened for what is changed in it
    match = await table.begin("hnefatafl", board="brandubh-7")
    await match.play("d1-c1")
    world = table.playground.world
    for person, name in ((table.ben, "Ben"), (table.anna, "Anna")):
        await _leaves(person, match.home)
        bot.later(DAY + SOON)
        names = (person.mention, name)

        async def forgotten(names: tuple[str, str] = names) -> bool:
            bot.later(SOON)
            messages = [*world.messages(match.home), *world.messages(table.channel)]
            public = [message.content for message in messages if message.ephemeral_for is None]
            return not any(text in content for content in public for text in names)

        await until(forgotten, f"the messages to name {name} no more", within=30)
    public = [message for message in world.messages(match.home) if message.ephemeral_for is None]
    messages = [(message.type, message.content) for message in public if message.type]
    assert messages == [(4, f"Brandubh #{match.number}")], "renamed once, to a title that names nobody"
    assert world.channels[match.home].name == f"Brandubh #{match.number}"
