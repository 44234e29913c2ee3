"""Hidden channels reveal nothing to outsiders, unless they play there."""

from collections.abc import Mapping

import pytest

from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

NAMING: Mapping[str, str] = {"board": "game", "explore": "game", "replay": "game", "export": "game"}
"""The commands that show a game by its number, with the option for the number."""


async def _answer_to(person: Person, channel: str, command: str, number: str) -> str:
    return (await person.slash(channel, command, **{NAMING[command]: number})).text


@pytest.mark.assumes("members-see", "member-roles")
async def test_a_stranger_sees_nothing_of_a_game_in_a_hidden_channel(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    await match.play("a1", "f6")
    hall = await table.control.add_channel(table.server, "hall")
    number = str(match.number)
    page = await table.sam.slash(hall, "board", game=number)
    assert page.message.pictures, "the board is visible before the channel is hidden"
    back = page.message.buttons["← Back"]
    assert (await table.sam.forge(page.message, back)).message.pictures, "its pages can be turned"
    await table.control.deny_people(table.channel, "VIEW_CHANNEL")
    for command in NAMING:
        hidden = await _answer_to(table.sam, hall, command, number)
        unknown = await _answer_to(table.sam, hall, command, "987654")
        assert hidden == unknown.replace("987654", number), command
    answer = await table.sam.forge(page.message, back)
    assert answer.text == unknown.replace("987654", number), "an open page no longer works either"
    own = await table.anna.slash(hall, "board", game=number)
    assert own.message.pictures, "a player always sees the board"
    assert "f6" in str(own.message.pictures)
    await table.control.deny_people(table.channel)
    assert (await table.sam.slash(hall, "board", game=number)).message.pictures


async def test_the_playground_page_lists_no_hidden_channel(table: Table) -> None:
    state = await table.sam.client.state()
    assert table.channel in str(state["guilds"])
    await table.control.deny_people(table.channel, "VIEW_CHANNEL")
    assert table.channel not in str((await table.sam.client.state())["guilds"])
    with pytest.raises(Exception, match="no such channel"):
        await table.sam.client.messages(table.channel)


@pytest.mark.assumes("members-see", "member-roles")
async def test_a_stranger_sees_no_tournament_in_a_hidden_channel(table: Table) -> None:
    hidden = await table.control.add_channel(table.server, "committee")
    hall = await table.control.add_channel(table.server, "hall")
    name = "Committee cup"
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    await owner.slash(hidden, "tournament create", name=name, game="conhex", places=3, clock="3d")
    card = await table.sam.wait_for_message(
        hidden, lambda m: m.headline.startswith(f"🏆 {name}"), "its message"
    )
    await table.anna.press(card, "Join")
    await table.control.deny_people(hidden, "VIEW_CHANNEL")
    assert name not in (await table.sam.slash(hall, "tournament list")).text
    suggested = await table.sam.complete(hall, "tournament show", "tournament", "")
    assert name not in str(suggested)
    for command in ("show", "join", "leave"):
        answer = (await table.sam.slash(hall, f"tournament {command}", tournament=name)).text
        assert answer == "There is no such tournament here.", command
    assert name in (await table.anna.slash(hall, "tournament list")).text, "an entrant finds it in the list"
    assert name in (await table.anna.slash(hall, "tournament leave", tournament=name)).text
    assert (await table.anna.slash(hall, "tournament list")).text.count(name) == 0
    await table.control.deny_people(hidden)
    assert name in (await table.sam.slash(hall, "tournament list")).text
