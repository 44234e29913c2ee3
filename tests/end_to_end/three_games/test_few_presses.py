"""Few presses: moves without a confirmation, moves on the public board, and what follows a move."""

import pytest

import rules
from bot.features.people.service import settings_service
from tests.end_to_end.bots import BotHere
from tests.end_to_end.panels import confirm, moves_in, onward, prepare
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import face_off, gather
from tests.end_to_end.three_games.known_dice import foretell

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def confirms_nothing(person: Person, channel: str) -> None:
    """Turn the confirmation of moves off."""
    page = (await person.slash(channel, "settings")).message
    changed = (await person.press(page, "Confirm moves: on")).message
    assert "Confirm moves: off" in changed.buttons


async def test_two_presses_and_the_next_game(table: Table) -> None:
    match = await face_off(table, "hounds-and-jackals")
    other = await table.begin("conhex", swap="off")
    await confirms_nothing(table.anna, match.home)
    panel = (await table.anna.press(match.board, "Move")).message
    assert not any("draw" in label for label in panel.buttons)
    label = onward(panel, match.state.parse("5-9"))
    page = (await table.anna.press(panel, label)).message
    assert page.id == panel.id, "the panel becomes what was played"
    assert page.text.startswith(f"Game #{match.number}: your move **5-9** is played.")
    await match.follow("5-9")
    following = (await table.anna.press(page, "Next game")).message
    assert f"#{other.number}" in following.text
    assert following.pictures
    match.check_pings()


async def test_a_draw_is_offered_under_more_alone(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    panel = (await table.anna.press(match.start, "Move")).message
    assert not any("draw" in label for label in panel.buttons)
    pieces = (await table.anna.press(panel, "d1")).message
    preview = (await table.anna.press(pieces, "c1")).message
    assert list(preview.buttons) == ["Confirm", "Back"]
    assert "Offer draw" in (await table.anna.press(match.start, "More")).message.buttons


async def test_a_roll_is_one_press_on_the_public_board(table: Table, bot: BotHere) -> None:
    foretell(bot, {1: 6, 4: 6, 7: 2})
    match = await gather(table, [table.anna, table.ben])
    first, other = match.mover, next(player for player in match.players if player is not match.mover)
    await match.press("H0-R5")
    assert list(match.board.buttons)[:3] == ["Roll again", "Stop here", "Move"]
    for person in (other, table.sam):
        reply = await person.press(match.board, "Roll again")
        assert reply.message.is_private
        assert reply.text.startswith(f"{first.mention} to move")
    board = match.board
    answer = await first.press(match.board, "Roll again")
    assert answer.message.is_private
    assert answer.message.id != board.id, "the public board stays"
    await match.follow("roll-again")
    assert moves_in(match.board) == []
    match.check_pings()


async def test_it_is_asked_once_whether_moves_are_still_to_be_confirmed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings_service, "GAMES_BEFORE_ASKING", 1)
    over = await table.begin("hnefatafl", board="brandubh-7")
    question = (await table.ben.slash(over.home, "resign")).message
    await table.ben.press(question, "Confirm")
    match = await table.begin("hnefatafl", board="brandubh-7")
    page = (await confirm(table.anna, await prepare(table.anna, match.start, ("d1", "c1")))).message
    assert list(page.buttons) == ["Undo", "Keep", "Turn off"]
    assert "You have finished ten games." in page.text
    off = await table.anna.press(page, "Turn off")
    assert "as soon as you choose them" in off.text
    assert list(off.message.buttons) == ["Undo"], "what stood below the move stays"
    await table.ben.slash(match.home, "move", move="d3-a3")
    board = await match.board(2)
    panel = (await table.anna.press(board, "Move")).message
    piece = (await table.anna.press(panel, "c1")).message
    confirmation = await table.anna.press(piece, onward(piece, rules.Move("c1-d1", ("c1", "d1"))))
    assert "is played" in confirmation.text
    assert list(confirmation.message.buttons) == ["Undo"], "it is asked once"
