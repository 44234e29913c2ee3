"""Games in private threads: only their players learn of them, in no other place."""

import pytest

from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.strict.stage import Stage
from tests.end_to_end.tables import number_of
from tests.end_to_end.test_games_by_slash import SHORT_BRANDUBH

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOUR = 3600


async def wait_for_direct(person: Person, word: str) -> ShownMessage:
    """Wait for a direct message that contains `word`."""
    channel = await person.open_dm()
    return await person.wait_for_message(channel, lambda m: word in m.text, word)


@pytest.mark.assumes("private-threads", "closed-here", "channel-of-interaction")
async def test_a_private_thread_game_stays_in_direct_messages(stage: Stage) -> None:
    table = stage.table
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    await owner.slash(table.channel, "server overview", on=True)
    await table.sam.wait_for_message(table.channel, lambda m: "Games running here" in m.text, "the overview")
    thread = await table.anna.client.open_thread(table.channel, "among us", private=True)
    answer = await table.anna.slash(
        thread,
        "challenge hnefatafl",
        opponent=table.ben.id,
        variant="Brandubh",
        role="attackers",
        clock="3d",
        series="plies",
    )
    assert answer.message.is_private
    question = await wait_for_direct(table.ben, "challenges")
    await table.ben.press(question, "Accept")
    start = await wait_for_direct(table.anna, "the game begins")
    assert "Move" in start.buttons
    number = number_of(start)
    await wait_for_direct(table.ben, "the game begins")
    stage.bot.advance(49 * HOUR)
    await wait_for_direct(table.anna, "still your turn")
    for game in (number, number + 1):
        players = [table.anna, table.ben] if game == number else [table.ben, table.anna]
        for ply, move in enumerate(SHORT_BRANDUBH):
            mover = players[ply % 2]
            reply = await mover.slash(await mover.open_dm(), "move", move=move, game=str(game))
            assert f"**{move}**" in reply.text, reply.text
        for person in players:
            await wait_for_direct(person, f"#{game} · ")
    for person in (table.anna, table.ben):
        await wait_for_direct(person, "the series is over")
    messages = [m for m in await table.sam.messages(table.channel) if not m.is_private]
    assert ["Games running here" in m.text for m in messages] == [True]
    for person in (table.anna, table.ben):
        assert f"#{number}" not in messages[0].text
        assert person.mention not in messages[0].text
    asked_for = {entry.path for entry in stage.requests("POST", r"/channels/\d+/messages")}
    assert f"/channels/{table.channel}/messages" in asked_for, (
        "control: the overview's request is in the journal"
    )
    posted = [m for m in table.posted if m.channel_id in {table.channel, thread} and m.ephemeral_for is None]
    assert len(posted) == 1
    await owner.slash(table.channel, "server overview", on=False)
