"""Two people and two servers, each with its own language."""

import pytest

from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_languages_on_an_english_server(table: Table) -> None:
    await table.ben.set_locale("de")
    match = await table.begin("conhex", swap="off")
    assert f"{table.anna.mention}, you go first." in match.start.text
    question = await table.ben.slash(match.home, "move", move="a1")
    assert question.text.startswith("**Du bist nicht am Zug. Du bekommst Bescheid, wenn es so weit ist.**")
    assert list(question.message.buttons) == ["Vorausplanen"]
    answer = await table.anna.slash(match.home, "move", move="a1")
    assert "is played." in answer.text
    board = await match.board(1)
    assert list(board.buttons) == ["Move", "Board", "More"]
    assert "Anna (red), Ben (blue). Move 1. Ben is to move." in board.pictures[0][1]
    own = (await table.ben.press(board, "Board")).message
    assert list(own.buttons)[:2] == ["Ziehen", "Mehr"]
    assert "Anna (Rot), Ben (Blau). Zug 1. Ben ist am Zug." in own.pictures[0][1]
    panel = (await table.ben.press(board, "Move")).message
    letter = await table.ben.press(panel, "f …")
    page = await table.ben.press(letter.message, "f6")
    assert list(page.message.buttons) == ["Bestätigen", "Zurück"]
    assert "(Blau): **f6**" in page.text
    confirmation = await table.ben.press(page.message, "Bestätigen")
    assert confirmation.text.startswith(f"Partie #{match.number}: Dein Zug **f6** ist gespielt.")
    board = await match.board(2)
    assert "Ben: f6" in board.headline


@pytest.mark.assumes("client-locale", "locale-of-communities")
async def test_languages_on_a_german_server(german_table: Table) -> None:
    table = german_table
    answer = await table.anna.slash(
        table.channel, "challenge hnefatafl", opponent=table.ben.id, role="attackers"
    )
    assert "You have challenged" in answer.text
    card = await table.sam.wait_for_message(table.channel, lambda m: "Annehmen" in m.buttons, "the card")
    assert list(card.buttons) == ["Annehmen", "Ablehnen", "Ändern", "Zurückziehen", "Regeln"]
    assert f"{table.ben.mention}, {table.anna.mention} fordert dich heraus." in card.text
    refused = await table.sam.press(card, "Annehmen")
    assert refused.text == "This challenge is not for you to answer."
    await table.ben.press(card, "Annehmen")
    start = await table.sam.wait_for_message(card.id, lambda m: "Ziehen" in m.buttons, "the first board")
    assert f"{table.anna.mention}, du beginnst." in start.text
    assert "Anna (Angreifer), Ben (Verteidiger). Beginn. Anna ist am Zug." in start.pictures[0][1]
    closed = await table.sam.wait_for_message(
        table.channel, lambda m: m.id == card.id and not m.buttons, "it closed"
    )
    assert f"✅ Angenommen von {table.ben.mention}" in closed.text
    panel = (await table.anna.press(start, "Ziehen")).message
    assert "Which piece do you move?" in panel.text
    reply = await table.anna.slash(start.channel, "move", move="e1-e4")
    assert "is played." in reply.text
    board = await table.sam.wait_for_message(start.channel, lambda m: m.reports_move("e1-e4"), "the board")
    assert list(board.buttons) == ["Ziehen", "Ansehen", "Mehr"]
