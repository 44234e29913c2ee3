"""Games shown again and taken along, over the wire."""

import io

import pytest
from PIL import Image

from bot.play.domain.records.codec import read_record
from bot.play.domain.records.replaying import check
from rules import GAMES
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


async def test_a_finished_game_is_taken_along_by_anybody_who_sees_it(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    end = await match.play(*WON)
    answer = await table.sam.press(end, "Export")
    assert answer.message.is_private
    assert (
        f" --option swap=off --option handicap=0 --players 2 < fernpartie-{match.number}-moves.txt"
        in answer.text
    )
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
    assert "The game still runs" in own.text
    refused = await table.sam.slash(match.home, "export")
    assert refused.text == "This game is still running; only its players can export it."
    more = await table.sam.press(board, "More")
    assert list(more.message.buttons) == ["Rules", "Replay"]


async def test_a_replay_is_seen_alone_and_then_shown_to_everybody(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    end = await match.play(*WON)
    answer = await table.anna.press(end, "Replay")
    assert answer.message.is_private
    assert "Anna (red), Ben (blue)\n🏁 Anna" in answer.text
    assert await frames(table, answer.message) == len(WON) + 1
    await table.anna.press(answer.message, "Show it here to everybody")
    shown = await table.sam.finds(match.home, lambda m: "replay" in m.headline, "the replay")
    assert not shown.is_private
    assert shown.headline == f"ConHex · #{match.number} · replay"
    assert shown.pinged == []
    assert list(shown.buttons) == ["Board"]
    assert await frames(table, shown) == len(WON) + 1
    assert match.pings() == match.calls(len(WON))


async def test_a_running_game_is_replayed_as_far_as_it_is(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    await match.play("a1", "f6")
    answer = await table.sam.slash(match.home, "replay")
    assert "Still running: 2 moves so far." in answer.text
    assert await frames(table, answer.message) == 3
