"""Replays and exports of games over the wire."""

import io

import pytest
from PIL import Image

from bot.features.records.domain.codec import LARGEST, read_record
from bot.features.records.domain.replaying import check
from rules import GAMES
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

WON = ["a1", "f6", "b3", "f5", "b5", "f7", "b7", "e6", "b9", "g6", "a11"]


async def fetch(table: Table, url: str) -> bytes:
    async with table.line.session.get(url) as response:
        assert response.status == 200
        return await response.read()


async def frames(table: Table, message: ShownMessage) -> int:
    ((url, words),) = message.pictures
    assert words.startswith("Animation")
    picture = Image.open(io.BytesIO(await fetch(table, url)))
    assert picture.format == "GIF"
    return int(getattr(picture, "n_frames", 1))


@pytest.mark.assumes("file-components")
async def test_any_viewer_of_a_finished_game_can_export_it(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    end = await match.play(*WON)
    answer = await table.sam.press(end, "Export")
    assert answer.message.is_private
    assert "python" not in answer.text
    record_url, moves_url = answer.message.files.values()
    record = check(read_record(await fetch(table, record_url)), GAMES)
    assert record.names == ("Anna", "Ben")
    assert (await fetch(table, moves_url)).decode().split() == WON
    typed = await table.sam.slash(table.channel, "export", game=str(match.number))
    assert list(typed.message.files) == list(answer.message.files)


@pytest.mark.assumes("gif-moves", "public-answer")
async def test_a_private_replay_can_be_shared(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    end = await match.play(*WON)
    answer = await table.anna.press(end, "Replay")
    assert answer.message.is_private
    assert "Anna (red), Ben (blue)\n🏁 Anna" in answer.text
    assert await frames(table, answer.message) == len(WON) + 1
    await table.anna.press(answer.message, "Show it here to everybody")
    page = await table.sam.wait_for_message(match.home, lambda m: "replay" in m.headline, "the replay")
    assert not page.is_private
    assert page.headline == f"ConHex · #{match.number} · replay"
    assert page.pinged == []
    assert list(page.buttons) == ["Board"]
    assert await frames(table, page) == len(WON) + 1
    assert match.pings() == match.calls(len(WON))


@pytest.mark.assumes("command-files", "files-at-discord")
async def test_an_imported_record_is_viewed_and_deleted_privately(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    end = await match.play(*WON)
    (record_url, _) = (await table.anna.press(end, "Export")).message.files.values()
    data = await fetch(table, record_url)
    before = len(table.posted)
    answer = await table.sam.slash(table.channel, "import", file=("game.json", data))
    assert answer.message.is_private
    assert "### ConHex · imported\nAnna (red), Ben (blue)\n🏁 Anna wins" in answer.text
    assert "Imported, not played here. Only you see it" in answer.text
    assert list(answer.message.buttons)[:2] == ["Replay", "Delete this game"]
    replay = await table.sam.press(answer.message, "Replay")
    assert await frames(table, replay.message) == len(WON) + 1
    assert not replay.message.buttons, "a private import cannot be shared"
    listed = await table.sam.slash(table.channel, "import")
    (number,) = listed.message.offered
    reopened = await table.sam.choose(listed.message, number)
    assert "ConHex · imported" in reopened.text
    back = (await table.sam.press(reopened.message, "← Back")).message
    assert back.pictures != reopened.message.pictures
    page = (await table.sam.press(back, "Explore")).message
    assert ": exploring" in page.text
    reply = await table.sam.press(answer.message, "Delete this game")
    assert reply.text == "The imported game is deleted."
    too_large = await table.sam.slash(table.channel, "import", file=("game.json", b" " * (LARGEST + 1)))
    assert too_large.text == "The file is larger than 256 kB; no record of a game is."
    assert all(message.ephemeral_for for message in table.posted[before:]), "all messages are private"
    assert not [message.mentions for message in table.posted[before:] if message.mentions]
