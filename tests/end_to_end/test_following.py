"""Following a game over the wire: begun below a board, notified in direct messages, ended by a button."""

import pytest

from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_a_follower_sees_every_move_up_to_the_end(table: Table) -> None:
    match = await table.begin("conhex")
    more = (await table.anna.press(match.start, "More")).message
    assert "Follow" not in more.buttons, "players are notified anyway"
    more = (await table.sam.press(match.start, "More")).message
    question = (await table.sam.press(more, "Follow")).message
    assert question.is_private
    assert list(question.buttons) == ["Every move", "Only the end"]
    page = (await table.sam.press(question, "Every move")).message
    assert "You get every move in a direct message" in page.text
    assert list(page.buttons) == ["Every move", "Only the end", "Stop following"]
    await match.play("f6")
    direct = await table.sam.open_dm()
    ply = await table.sam.wait_for_message(direct, lambda m: "Stop following" in m.buttons, "the move")
    assert f"{table.anna.mention} (red): **f6**" in ply.text
    assert ply.pictures
    assert "https://discord.com/channels/" in ply.text
    resigning = await table.ben.slash(match.home, "resign")
    await table.ben.press(resigning.message, "Confirm")
    end = await table.sam.wait_for_message(direct, lambda m: "Followed games" in m.buttons, "the end")
    assert "resigned" in end.text
    answer = await table.sam.press(end, "Followed games")
    assert answer.text.startswith("You are not following a game.")
