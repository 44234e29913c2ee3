"""Denied pictures, threads and mentions: the game continues, and the admins are notified once."""

import pytest

from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


def _owner(table: Table) -> Person:
    return Person(pocket.Person(table.line, pocket.BEN), "Ben")


async def _admins_channel(table: Table) -> str:
    """Use `/server` as the owner in a new channel; return that channel."""
    channel = await table.control.add_channel(table.server, "admins")
    await _owner(table).slash(channel, "server threads", on=True)
    return channel


@pytest.mark.assumes("attach-files")
async def test_a_game_continues_in_text_without_attach_files(table: Table) -> None:
    admins, owner = await _admins_channel(table), _owner(table)
    await table.control.deny(table.channel, "ATTACH_FILES")
    first = await table.begin("conhex", role="red", swap="off")
    board = await first.play("a1", "f6")
    assert board.channel == first.home, "the board is in its thread, not in direct messages"
    assert not board.pictures
    assert "Move" in board.buttons

    async def notice_to_admins() -> object:
        return next((m for m in await owner.messages(admins) if "Attach Files" in m.text), None)

    await until(notice_to_admins, "the line for the admins")
    lines = [m for m in await owner.messages(admins) if "Something is missing here" in m.text]
    assert len(lines) == 1
    assert f"<#{table.channel}>" in lines[0].text
    assert lines[0].pinged == []
    panel = await owner.slash(table.channel, "server channels")
    assert "without the picture of the board" in panel.text
    pressed = await owner.press(lines[0], "What is missing")
    assert pressed.message.is_private
    assert "Attach Files" in pressed.text
    refused = await table.anna.press(lines[0], "What is missing")
    assert "Attach Files" not in refused.text

    before = len(await table.control.requests())
    second = await table.begin("conhex", role="red", swap="off")
    await second.play("a1", "f6")
    answers = [request["status"] for request in await table.control.requests(before)]
    assert 403 not in answers, "a refused upload is not retried in the next game"

    await table.control.deny(table.channel)
    page = await second.play("b3", after=2)
    assert page.pictures, "pictures return as soon as they are allowed"
    panel = await owner.slash(table.channel, "server channels")
    assert "without the picture of the board" not in panel.text


@pytest.mark.assumes("rights-are-told")
async def test_a_refused_feature_is_retried_after_a_permission_change(table: Table) -> None:
    control = table.control

    async def refuse_picture() -> None:
        """Refuse a picture, and wait for the next card without one."""
        await control.fault("status", f"/channels/{table.channel}/messages$", "POST", code=50013)
        for _ in range(2):
            assert not (await table.card(table.anna, "conhex")).pictures

    await refuse_picture()
    await control.allow_everywhere(table.server, "MANAGE_MESSAGES")
    assert (await table.card(table.anna, "conhex")).pictures, (
        "a new permission of the bot's role allows a retry"
    )
    await control.allow_everywhere(table.server)
    await refuse_picture()
    role = await control.add_role(table.server, "Bots", pocket.BOT)
    assert (await table.card(table.anna, "conhex")).pictures, "a new role of the bot allows a retry"
    await control.delete_role(table.server, role)


async def test_admins_are_notified_once_about_missing_thread_permission(table: Table) -> None:
    admins, owner = await _admins_channel(table), _owner(table)
    await table.control.deny(table.channel, "CREATE_PUBLIC_THREADS")
    for _ in range(2):
        card = await table.challenge("conhex", role="red", swap="off")
        await table.ben.press(card, "Accept")
        await table.wait_for_match(card, (table.anna, table.ben), home=table.channel)
    requests = [request for request in await table.control.requests() if request["path"].endswith("/threads")]
    assert len([request for request in requests if f"/channels/{table.channel}/" in request["path"]]) == 1
    text = f"Games in <#{table.channel}> get no thread of their own"

    async def notice_to_admins() -> object:
        return next((m for m in await owner.messages(admins) if text in m.text), None)

    await until(notice_to_admins, "the line for the admins")
    panel = await owner.slash(admins, "server channels")
    assert text in panel.text
    assert "*Create Public Threads*" in panel.text
    assert len([m for m in await owner.messages(admins) if "Something is missing here" in m.text]) == 1
