"""The home of a game that cannot have its own thread."""

from dataclasses import replace

import pytest

from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table, number_of
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def board_in_person(person: Person, ply: int, number: int) -> ShownMessage:
    """Wait for the board after a ply in a person's direct messages."""
    mark = f"fp:board:{number}:{ply}"
    return await person.wait_for_message(
        await person.open_dm(), lambda m: m.has_custom_id(mark), f"ply {ply} in person"
    )


@pytest.mark.assumes("app-permissions")
async def test_a_game_stays_in_the_channel_without_threads(table: Table) -> None:
    await table.control.deny(table.channel, "CREATE_PUBLIC_THREADS")
    card = await table.challenge("conhex", role="red", swap="off")
    await table.ben.press(card, "Accept")
    match = await table.wait_for_match(card, (table.anna, table.ben), home=table.channel)
    board = await match.play("a1", "f6", "b3")
    assert board.channel == table.channel
    assert await table.sam.messages(card.id) == []
    assert match.pings()[-1] == table.ben.id


@pytest.mark.assumes("thread-parents")
@pytest.mark.parametrize("kind", ["voice", "stage"])
async def test_a_game_stays_in_a_voice_or_stage_channel(
    table: Table, ordered_codes: set[int], kind: str
) -> None:
    ordered_codes.add(50024)
    hall = replace(table, channel=await table.control.add_channel(table.server, kind, kind))
    card = await hall.challenge("conhex", role="red", swap="off")
    await hall.ben.press(card, "Accept")
    match = await hall.wait_for_match(card, (hall.anna, hall.ben), home=hall.channel)
    board = await match.play("a1", "f6")
    assert board.channel == hall.channel
    listed = await hall.sam.slash(table.channel, "board", game=str(match.number))
    assert listed.message.pictures


@pytest.mark.assumes("app-permissions", "create-dm", "public-answer")
async def test_a_game_in_a_forbidden_channel_moves_to_direct_messages(table: Table) -> None:
    await table.control.deny(
        table.channel, "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "CREATE_PUBLIC_THREADS"
    )
    answer = await table.anna.slash(table.channel, "challenge conhex", opponent=table.ben.id, role="red")
    assert answer.message.is_private
    assert "its card and the answer will reach you by direct message" in answer.text
    card = await table.ben.wait_for_message(
        await table.ben.open_dm(), lambda m: "Accept" in m.buttons, "the card"
    )
    await table.ben.press(card, "Accept")
    start = await table.anna.wait_for_message(
        await table.anna.open_dm(), lambda m: "Move" in m.buttons, "the start"
    )
    number = number_of(start)
    await board_in_person(table.ben, 0, number)
    reply = await table.anna.slash(await table.anna.open_dm(), "move", move="f6", game=str(number))
    assert "**f6**" in reply.text
    board = await board_in_person(table.ben, 1, number)
    assert f"{table.ben.mention}, your turn" in board.text
    panel = await table.ben.press(board, "Move")
    assert "Take over the ball (swap)" in panel.message.buttons
    await board_in_person(table.anna, 1, number)
    page = await table.anna.slash(table.channel, "board", game=str(number))
    assert page.message.pictures, "answers to interactions need no permission"
    assert await table.sam.messages(table.channel) == []


async def test_a_deleted_thread_does_not_end_the_game(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    await match.play("a1", "f6")
    await table.control.delete_channel(match.home)
    answer = await table.anna.slash(table.channel, "move", move="b3")
    assert "**b3**" in answer.text
    board = await match.board(3, table.channel)
    assert board.pinged == [table.ben.id]
    assert "1 red cell: a1\N{EN DASH}b3." in board.pictures[0][1], "earlier plies remain"
    await table.ben.press(board, "Move")
    await table.ben.slash(table.channel, "move", move="f5")
    await match.board(4, table.channel)
    listed = await table.anna.slash(table.channel, "games")
    assert f"<#{table.channel}>" in listed.text, "the list links to the game's new home"


async def test_a_deleted_channel_does_not_end_the_game(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    await match.play("a1", "f6")
    await table.control.delete_channel(match.home)
    await table.control.delete_channel(table.channel)
    home = await table.anna.open_dm()
    answer = await table.anna.slash(home, "move", move="b3")
    assert "**b3**" in answer.text
    board = await board_in_person(table.ben, 3, match.number)
    assert board.pinged == [table.ben.id]
    own = await board_in_person(table.anna, 3, match.number)
    assert own.pinged == []
    reply = await table.ben.slash(board.channel, "board")
    assert reply.message.pictures
    await table.ben.slash(board.channel, "move", move="f5")
    await board_in_person(table.anna, 4, match.number)


@pytest.mark.assumes("attach-files")
async def test_a_challenge_without_attach_files_is_answered_in_its_channel(table: Table) -> None:
    await table.control.deny(table.channel, "ATTACH_FILES")
    answer = await table.anna.slash(table.channel, "challenge conhex", opponent=table.ben.id, role="red")
    assert "You will get the answer here." in answer.text
    card = await table.ben.wait_for_message(
        table.channel, lambda m: "Accept" in m.buttons, "the card, where it was said"
    )
    assert await table.ben.messages(await table.ben.open_dm()) == []
    await table.ben.press(card, "Accept")
    await table.anna.wait_for_message(table.channel, lambda m: "Accepted by" in m.text, "the answer")


async def test_an_undeliverable_challenge_is_reported_to_its_challenger(table: Table) -> None:
    await table.control.deny(table.channel, "SEND_MESSAGES")
    for person in (table.anna, table.ben):
        await table.control.set_dm(person.id, is_open=False)
    answer = await table.anna.slash(table.channel, "challenge conhex", opponent=table.ben.id)
    assert answer.message.is_private

    async def missed_notice() -> ShownMessage | None:
        await table.anna.slash(table.channel, "games")
        return next((m for m in await table.anna.messages(table.channel) if "📬" in m.text), None)

    message = await until(missed_notice, "the notice at the next command")
    assert "could not be posted; it is still open" in message.text
    confirmation = await table.anna.press(answer.message, "Withdraw")
    assert confirmation.text == "You have withdrawn your challenge."
