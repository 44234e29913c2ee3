"""Ladders over the wire: joined, challenged by button and by command, accepted, declined, ended."""

import pytest

from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


def owner(table: Table) -> Person:
    """Return whose server it is."""
    return Person(pocket.Person(table.line, pocket.BEN), "Ben")


async def open_ladder(table: Table, name: str, **options: object) -> Seen:
    """Open a ladder and return its message."""
    fields = {"game": "conhex", "format": "ladder", "clock": "3d", **options}
    await owner(table).slash(table.channel, "tournament create", name=name, **fields)
    return await table.sam.finds(table.channel, lambda m: m.headline.startswith(f"🏆 {name}"), "its message")


async def shows(table: Table, card: Seen, *said: str) -> Seen:
    """Wait for the message of a ladder to say something."""
    return await table.sam.finds(
        table.channel, lambda m: m.id == card.id and all(phrase in m.text for phrase in said), "the ladder"
    )


async def test_a_ladder_is_climbed_and_ended(table: Table) -> None:
    card = await open_ladder(table, "Club ladder")
    assert list(card.buttons) == ["Challenge", "Join", "Standings", "Leave"]
    assert "up to 3 rungs above you" in card.text
    joined = (await table.anna.press(card, "Join")).message
    assert joined.text.startswith("You are on the ladder **Club ladder**, on rung 1.")
    await table.ben.press(card, "Join")
    alone = (await table.anna.press(card, "Challenge")).message
    assert alone.text == "You are at the top: there is nobody above you to challenge."
    page = (await table.ben.press(card, "Challenge")).message
    assert list(page.buttons) == ["1. Anna"]
    question = (await table.ben.press(page, "1. Anna")).message
    assert question.text.startswith(f"**You have challenged {table.anna.mention}")
    await shows(table, card, f"⚔️ {table.ben.mention} (2) challenges {table.anna.mention} (1)")

    challenge = await table.sam.finds(
        table.channel, lambda m: "On the ladder **Club ladder**" in m.text, "the card"
    )
    assert list(challenge.buttons) == ["Accept", "Decline", "Withdraw", "Rules"]
    await table.anna.press(challenge, "Accept")
    board = await table.sam.finds(challenge.id, lambda m: "Move" in m.buttons, "its first board")
    assert board.pictures
    given_up = (await table.anna.slash(challenge.id, "resign")).message
    await table.anna.press(given_up, "Confirm")
    message = await shows(table, card, f"{table.ben.mention} beats {table.anna.mention} and takes the rung.")
    assert message.pictures

    whole = (await table.sam.press(card, "Standings")).message
    assert f"1. {table.ben.mention} · 1:0" in whole.text
    assert f"2. {table.anna.mention} · 0:1" in whole.text
    ending = (await owner(table).slash(table.channel, "tournament end", tournament="Club ladder")).message
    assert ending.text.startswith("The ladder **Club ladder** has ended.")
    podium = await table.sam.finds(table.channel, lambda m: "The cup goes to" in m.text, "the podium")
    assert f"🥇 {table.ben.mention} · 1:0" in podium.text
    over = await shows(table, card, "finished")
    assert list(over.buttons) == ["Standings"]
    profile = (await table.ben.slash(table.channel, "profile")).message
    assert "🏆 Cups: Club ladder (ConHex)" in profile.text
    listed = (await table.sam.slash(table.channel, "tournament list")).message
    assert f"**Club ladder** · ConHex · finished · <#{table.channel}> · 🏆 {table.ben.mention}" in listed.text
