"""Games shown again and taken along, over the wire."""

import io
import json
from datetime import timedelta

import pytest
from PIL import Image

from bot.features.records.domain.codec import LARGEST, read_record, write_record
from bot.features.records.domain.replaying import check
from rules import GAMES
from tests.bot.features.records.domain.playing import random_record
from tests.end_to_end.bots import BotHere
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

WON = ["a1", "f6", "b3", "f5", "b5", "f7", "b7", "e6", "b9", "g6", "a11"]


async def fetched(table: Table, url: str) -> bytes:
    async with table.line.session.get(url) as response:
        assert response.status == 200
        return await response.read()


async def frames(table: Table, message: Seen) -> int:
    ((url, words),) = message.pictures
    assert words.startswith("Animation")
    picture = Image.open(io.BytesIO(await fetched(table, url)))
    assert picture.format == "GIF"
    return int(getattr(picture, "n_frames", 1))


@pytest.mark.assumes("file-components")
async def test_a_finished_game_is_taken_along_by_anybody_who_sees_it(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    end = await match.play(*WON)
    answer = await table.sam.press(end, "Export")
    assert answer.message.is_private
    assert "python" not in answer.text
    record_url, moves_url = answer.message.files.values()
    record = check(read_record(await fetched(table, record_url)), GAMES)
    assert record.names == ("Anna", "Ben")
    assert (await fetched(table, moves_url)).decode().split() == WON
    typed = await table.sam.slash(table.channel, "export", game=str(match.number))
    assert list(typed.message.files) == list(answer.message.files)


async def test_a_running_game_is_taken_along_by_its_players_alone(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    board = await match.play("d1-c1")
    own = await table.ben.slash(match.home, "export")
    assert "The game is still running" in own.text
    refused = await table.sam.slash(match.home, "export")
    assert refused.text == "This game is still running; only its players can export it."
    more = await table.sam.press(board, "More")
    assert list(more.message.buttons) == ["Rules", "Replay", "Follow"]


@pytest.mark.assumes("gif-moves", "public-answer")
async def test_a_replay_is_seen_alone_and_then_shown_to_everybody(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    end = await match.play(*WON)
    answer = await table.anna.press(end, "Replay")
    assert answer.message.is_private
    assert "Anna (red), Ben (blue)\n🏁 Anna" in answer.text
    assert await frames(table, answer.message) == len(WON) + 1
    await table.anna.press(answer.message, "Show it here to everybody")
    page = await table.sam.finds(match.home, lambda m: "replay" in m.headline, "the replay")
    assert not page.is_private
    assert page.headline == f"ConHex · #{match.number} · replay"
    assert page.pinged == []
    assert list(page.buttons) == ["Board"]
    assert await frames(table, page) == len(WON) + 1
    assert match.pings() == match.calls(len(WON))


async def test_a_running_game_is_replayed_as_far_as_it_is(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    await match.play("a1", "f6")
    answer = await table.sam.slash(match.home, "replay")
    assert "Still running: 2 moves so far." in answer.text
    assert await frames(table, answer.message) == 3


async def test_a_record_is_brought_along_looked_at_and_forgotten(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    end = await match.play(*WON)
    (record_url, _) = (await table.anna.press(end, "Export")).message.files.values()
    data = await fetched(table, record_url)
    before = len(table.posted)
    answer = await table.sam.slash(table.channel, "import", file=("game.json", data))
    assert answer.message.is_private
    assert "### ConHex · imported\nAnna (red), Ben (blue)\n🏁 Anna wins" in answer.text
    assert "Imported, not played here. Only you see it" in answer.text
    assert list(answer.message.buttons)[:2] == ["Replay", "Delete this game"]
    replay = await table.sam.press(answer.message, "Replay")
    assert await frames(table, replay.message) == len(WON) + 1
    assert not replay.message.buttons, "it is shown to nobody else"
    listed = await table.sam.slash(table.channel, "import")
    (number,) = listed.message.offered
    again = await table.sam.choose(listed.message, number)
    assert "ConHex · imported" in again.text
    stranger = await table.ben.slash(table.channel, "import")
    assert stranger.text.startswith("You have not imported any games.")
    reply = await table.sam.press(answer.message, "Delete this game")
    assert reply.text == "The imported game is deleted."
    late = await table.sam.press(again.message, "Replay")
    assert late.text == "This imported game no longer exists."
    assert all(message.ephemeral_for for message in table.posted[before:]), "nobody else has seen anything"
    assert all(not message.mentions for message in table.posted[before:])


async def test_dice_are_checked_and_imports_forgotten_by_themselves(table: Table, bot: BotHere) -> None:
    data = write_record(random_record(GAMES["catch-the-hat"], {}, 4))
    answer = await table.sam.slash(table.channel, "import", file=("game.json", data))
    assert "🎲 The rolls match the seed in the record" in answer.text
    bot.clock.advance(timedelta(days=30).total_seconds())
    late = await table.sam.press(answer.message, "Replay")
    assert late.text == "This imported game no longer exists."


@pytest.mark.assumes("command-files", "files-at-discord")
async def test_an_imported_game_is_walked_through_and_explored(table: Table) -> None:
    data = write_record(random_record(GAMES["conhex"], {"swap": "off"}, plies=3))
    message = (await table.sam.slash(table.channel, "import", file=("game.json", data))).message
    back = (await table.sam.press(message, "← Back")).message
    assert "imported" in back.text
    assert back.pictures != message.pictures
    page = (await table.sam.press(back, "Explore")).message
    assert ": exploring" in page.text
    for _ in range(2):
        page = (await table.sam.press(page, next(iter(page.buttons)))).message
    panel = (await table.sam.press(page, "Stop exploring")).message
    assert panel.text == back.text


@pytest.mark.assumes("command-files", "files-at-discord")
async def test_what_is_no_record_is_refused_with_its_reason(table: Table) -> None:
    async def answer(data: bytes) -> str:
        return (await table.sam.slash(table.channel, "import", file=("game.json", data))).text

    good = random_record(GAMES["conhex"], {"swap": "off"}, plies=3)
    forged = json.loads(write_record(good))
    forged["plies"][1]["text"] = forged["plies"][0]["text"]
    text = await answer(json.dumps(forged).encode())
    assert text.startswith(f"Ply 2 of this record, “{good.plies[0].text}”, cannot be played: ")
    forged["plies"][1] = {"text": "a1"}
    assert "`plies[1].seat`" in await answer(json.dumps(forged).encode())
    assert "cannot be read as JSON" in await answer(b"\x89PNG")
    assert await answer(b" " * (LARGEST + 1)) == "The file is larger than 256 kB; no record of a game is."
    assert (await table.sam.slash(table.channel, "import")).text.startswith(
        "You have not imported any games."
    )
