"""Tournaments over the wire: opening, entries, rounds, one summary message, the winner."""

import pytest

from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


def owner(table: Table) -> Person:
    return Person(pocket.Person(table.line, pocket.BEN), "Ben")


async def open_tournament(table: Table, name: str, **options: object) -> ShownMessage:
    fields = {"game": "conhex", "places": 3, "rounds": 2, "clock": "3d", **options}
    answer = await owner(table).slash(table.channel, "tournament create", name=name, **fields)
    assert answer.message.text == f"**{name}** is open for entries in this channel."
    return await table.sam.wait_for_message(
        table.channel, lambda m: m.headline.startswith(f"🏆 {name}"), "its message"
    )


async def enter_tournament(card: ShownMessage, *people: Person) -> None:
    for person in people:
        await person.press(card, "Join")


async def resign_as_second(table: Table, round_of: str) -> None:
    """Resign the round's game as the second seat."""
    card = await table.sam.wait_for_message(
        table.channel, lambda m: round_of in m.text and "Standings" in m.buttons, "the card of the game"
    )
    await table.sam.wait_for_message(card.id, lambda m: "Move" in m.buttons, "its first board")
    people = (table.anna, table.ben, table.sam)
    loser = next(person for person in people if f"\N{EN DASH} {person.mention}:" in card.text)
    question = (await loser.slash(card.id, "resign")).message
    await loser.press(question, "Confirm")


async def test_a_swiss_tournament_runs_to_its_podium(table: Table) -> None:
    card = await open_tournament(table, "Autumn cup")
    assert list(card.buttons) == ["Join", "Begin now", "Standings", "Rules", "Leave"]
    assert "Swiss, 2 rounds" in card.text
    refused = (await table.ben.press(card, "Begin now")).message
    assert refused.text == "Only its organiser and the admins of the server can do that."
    await enter_tournament(card, table.anna, table.ben)
    message = (await table.ben.press(card, "Leave")).message
    assert message.text == "You have left **Autumn cup**."
    await enter_tournament(card, table.ben, table.sam)
    await table.sam.wait_for_message(
        table.channel,
        lambda m: m.id == card.id and "[Round 1](" in m.text and bool(m.pictures),
        "the standing",
    )
    await table.sam.wait_for_message(
        table.channel, lambda m: "Autumn cup · round 1" in m.text and ": bye" in m.text, "the bye"
    )
    await resign_as_second(table, "Autumn cup · round 1")
    await resign_as_second(table, "Autumn cup · round 2")
    podium = await table.sam.wait_for_message(table.channel, lambda m: "The cup " in m.text, "the podium")
    assert "🥇" in podium.text
    assert podium.pictures
    page = (await table.sam.press(podium, "Standings")).message
    assert "**Round 1**" in page.text
    assert "Buchholz" in page.text
    listed = (await table.sam.slash(table.channel, "tournament list")).message
    assert "**Autumn cup** · ConHex · finished" in listed.text
    assert "🏆" in listed.text


@pytest.mark.assumes("fetch-own")
async def test_a_card_is_updated_without_read_message_history(table: Table) -> None:
    await table.control.deny(table.channel, "READ_MESSAGE_HISTORY")
    card = await open_tournament(table, "Unread")
    await table.anna.press(card, "Join")
    await table.sam.wait_for_message(
        table.channel, lambda m: m.id == card.id and "(1 of 3)" in m.text, "the first entrant"
    )
    await table.ben.press(card, "Join")
    await table.sam.wait_for_message(
        table.channel, lambda m: m.id == card.id and "(2 of 3)" in m.text, "the second entrant"
    )
    await owner(table).slash(table.channel, "tournament end", tournament="Unread")


async def test_rounds_of_a_league_are_posted_in_order(table: Table) -> None:
    people = [table.anna, table.ben, table.sam]
    people += [await table.newcomer(name) for name in ("Cleo", "Dora", "Emil")]
    card = await open_tournament(table, "League", format="league", places=len(people), **{"group-size": 3})
    await enter_tournament(card, *people)

    def cards() -> list[str]:
        messages = [m for m in table.posted if m.channel_id == table.channel and m.components]
        heads = [m.content.partition("\n")[0].strip("*") for m in messages]
        return [head.partition("season 1 · ")[2] for head in heads if " · round " in head]

    async def all_there() -> bool:
        return len(cards()) == 3

    await until(all_there, "the messages of three rounds")
    assert cards() == [f"round {number}" for number in (1, 2, 3)]
    (first,) = [m for m in table.posted if "season 1 · round 1" in m.content and m.components]
    assert [line for line in first.content.splitlines() if "Group" in line] == ["**Group 1**", "**Group 2**"]


async def test_a_tournament_is_found_by_name_and_cancelled(table: Table) -> None:
    card = await open_tournament(table, "Winter cup", format="knockout")
    assert "knockout; each match is two games, sides swapped" in card.text
    suggestions = await table.ben.complete(table.channel, "tournament join", "tournament", "winter")
    assert [choice["name"] for choice in suggestions] == ["Winter cup"]
    joined = (
        await table.ben.slash(table.channel, "tournament join", tournament=suggestions[0]["value"])
    ).message
    assert joined.text == "You have entered **Winter cup**."
    second_answer = (
        await table.ben.slash(table.channel, "tournament leave", tournament="winter cup")
    ).message
    assert second_answer.text == "You have left **Winter cup**."
    page = (await table.ben.slash(table.channel, "tournament show", tournament="Winter cup")).message
    assert page.text.startswith("### Winter cup")
    ending = (await owner(table).slash(table.channel, "tournament end", tournament="Winter cup")).message
    assert ending.text.startswith("**Winter cup** is called off.")
    await table.sam.wait_for_message(
        table.channel, lambda m: m.id == card.id and "called off" in m.text, "the message"
    )
