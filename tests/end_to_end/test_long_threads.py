"""Threads of long games: on servers with that setting, only the last boards keep their pictures."""

import pytest

from bot.features.boards.messages import board_composer
from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

MOVES = ("a1", "k1", "c2", "d2", "e2", "f2")


def owner(table: Table) -> Person:
    return Person(pocket.Person(table.line, pocket.BEN), "Ben")


async def messages_in_thread(table: Table, match: Match) -> list[ShownMessage]:
    """Return the bot's messages in a match's thread, oldest first."""
    title = match.start.headline.partition(" · ")[0]
    return [message for message in await table.sam.messages(match.home) if message.headline.startswith(title)]


@pytest.mark.assumes("edit-keeps-listed", "own-history")
async def test_only_the_last_three_boards_keep_pictures_if_configured(table: Table) -> None:
    answer = await owner(table).slash(table.channel, "server pictures", on=False)
    assert "only the last three boards" in answer.text
    match = await table.begin("conhex", swap="off")
    await match.play(*MOVES)

    async def has_dropped() -> bool:
        return [bool(message.pictures) for message in await messages_in_thread(table, match)] == [
            False
        ] * 4 + [True] * 3

    await until(has_dropped, "the pictures of older boards to go")
    first, second, *_ = await messages_in_thread(table, match)
    assert first.text == f"**{first.headline}**"
    assert "a1" in second.text
    assert not second.buttons
    await owner(table).slash(table.channel, "server pictures", on=True)


async def test_every_board_keeps_its_picture_by_default(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    await match.play(*MOVES)
    assert not [
        message.headline for message in await messages_in_thread(table, match) if not message.pictures
    ]


async def test_a_long_thread_hints_once_at_the_pictures_setting(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_composer, "LONG", 2)
    match = await table.begin("conhex", swap="off")
    second = await match.play(*MOVES[:2])
    await match.players[0].slash(match.home, "move", move=MOVES[2])
    await match.board(3)
    messages = [
        message for message in await messages_in_thread(table, match) if "/server pictures" in message.text
    ]
    assert [game.id for game in messages] == [second.id]
