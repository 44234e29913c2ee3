"""Rematches: by button and by command, answered now, later or by asking too."""

from typing import Any

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Match, Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def finished(table: Table, key: str = "conhex", **options: Any) -> tuple[Match, Seen]:
    """Play a game to its end, by resignation; return it with its last board."""
    match = await table.begin(key, **options)
    question = await table.anna.slash(match.home, "resign", game=str(match.number))
    await table.anna.press(question.message, "Confirm")
    end = await table.sam.finds(match.home, lambda m: "🏁" in m.text and "Rematch" in m.buttons, "the end")
    return match, end


async def rematch_card(table: Table, number: int) -> Seen:
    return await table.sam.finds(
        table.channel, lambda m: f"Rematch of game #{number}." in m.text and "Accept" in m.buttons, "the card"
    )


async def sides(table: Table, card: Seen) -> str:
    start = await table.sam.finds(card.id, lambda m: "Move" in m.buttons, "the first board")
    return start.text


async def test_a_rematch_waits_as_a_challenge_with_the_sides_swapped(table: Table, bot: BotHere) -> None:
    match, end = await finished(table, swap="off")
    question = await table.anna.press(end, "Rematch")
    assert question.message.is_private
    assert question.text == f"**Your rematch of ConHex waits in <#{table.channel}> until it is answered.**"
    card = await rematch_card(table, match.number)
    assert card.pinged == [table.ben.id]
    assert "Swap rule: Off" in card.text, "the options are the same"
    await bot.restart()
    await table.ben.press(card, "Accept")
    assert f"{table.ben.mention} (red) \N{EN DASH} {table.anna.mention} (blue)" in await sides(table, card)


async def test_who_asks_too_accepts(table: Table) -> None:
    match, end = await finished(table)
    await table.anna.press(end, "Rematch")
    card = await rematch_card(table, match.number)
    begins = await table.ben.press(end, "Rematch")
    assert begins.text.startswith("**The rematch of ConHex begins: game #")
    assert f"{table.ben.mention} (red)" in await sides(table, card)
    closed = await table.sam.finds(table.channel, lambda m: m.id == card.id and not m.buttons, "it closed")
    assert "✅ Accepted" in closed.text
    again = await table.anna.press(end, "Rematch")
    assert again.text.startswith("This game has its rematch already: game #")


async def test_a_rematch_is_asked_once_and_can_be_withdrawn(table: Table) -> None:
    match, end = await finished(table)
    first = await table.ben.press(end, "Rematch")
    card = await rematch_card(table, match.number)
    again = await table.ben.press(end, "Rematch")
    assert again.text == first.text
    assert [m.id for m in await cards(table.sam, table.channel, match.number)] == [card.id]
    withdrawn = await table.ben.press(again.message, "Withdraw")
    assert withdrawn.text == "You have withdrawn your challenge."
    await table.sam.finds(table.channel, lambda m: m.id == card.id and not m.buttons, "the closed card")
    await table.anna.press(end, "Rematch")
    await rematch_card(table, match.number)


async def cards(person: Person, channel: str, number: int) -> list[Seen]:
    return [
        m for m in await person.sees(channel) if f"Rematch of game #{number}." in m.text and not m.is_private
    ]


async def test_the_command_means_the_latest_game(table: Table) -> None:
    nothing = await table.anna.slash(table.channel, "rematch")
    assert nothing.text == "You have no finished game yet."
    older, _ = await finished(table)
    newer, _ = await finished(table)
    await table.ben.slash(table.channel, "rematch")
    await rematch_card(table, newer.number)
    await table.ben.slash(older.home, "rematch")
    await rematch_card(table, older.number)
    suggestions = await table.anna.complete(table.channel, "rematch", "game", "")
    assert {choice["value"] for choice in suggestions} >= {str(older.number), str(newer.number)}


async def test_what_cannot_be_played_again(table: Table) -> None:
    match, end = await finished(table)
    stranger = await table.sam.press(end, "Rematch")
    assert stranger.text == "You do not play in this game; only its players can do that."
    running = await table.begin("conhex")
    early = await table.anna.slash(table.channel, "rematch", game=str(running.number))
    assert early.text.startswith("This game is still going on")
    for forged in ("fp:rematch", "fp:rematch:x", "fp:rematch:424242", f"fp:rematch:{match.number}:1"):
        answer = await table.sam.forge(end.holding(forged), forged)
        assert answer.message.is_private
        assert "went wrong" not in answer.text
    real = f"fp:rematch:{match.number}"
    await table.ben.forge(end.holding(real), real)
    await rematch_card(table, match.number)


async def test_more_of_a_finished_game_has_the_button_too(table: Table) -> None:
    match, end = await finished(table)
    more = (await table.ben.press(end, "More")).message
    assert list(more.buttons) == ["Rules", "Review", "Replay", "Export", "Rematch"]
    assert "/move" not in more.text
    await table.ben.press(more, "Rematch")
    await rematch_card(table, match.number)


async def test_in_german(german_table: Table) -> None:
    table = german_table
    for person in (table.anna, table.ben):
        await person.speaks("de")
    await table.anna.slash(table.channel, "challenge conhex", opponent=table.ben.id, role="red")
    card = await table.sam.finds(table.channel, lambda m: "Annehmen" in m.buttons, "the card")
    await table.ben.press(card, "Annehmen")
    start = await table.sam.finds(card.id, lambda m: "Ziehen" in m.buttons, "the first board")
    question = await table.anna.slash(start.channel, "resign")
    await table.anna.press(question.message, "Bestätigen")
    end = await table.sam.finds(start.channel, lambda m: "Revanche" in m.buttons, "the end")
    answer = await table.anna.press(end, "Revanche")
    assert answer.text.startswith("**Deine Revanche in ConHex wartet in ")
    await table.sam.finds(table.channel, lambda m: "Revanche für Partie #" in m.text, "the card")
