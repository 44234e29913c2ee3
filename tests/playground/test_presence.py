"""The bot removed from a server and added again."""

from typing import Any

import discord
import pytest

from tests.playground.little_bot import LittleBot
from tests.playground.raw import Rest
from tests.playground.stage import Stage
from tests.pocket import BRETTSPIELE, SPIELEABEND, Pocket

Json = dict[str, Any]
HERE = f"/channels/{BRETTSPIELE}/messages"


async def test_a_removed_bot_hears_and_reaches_nothing_there(stage: Stage) -> None:
    pocket, rest = stage.pocket, stage.rest
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}
    message = (await rest.ask("POST", HERE, {"components": [row]})).body
    await pocket.control.remove_bot(SPIELEABEND)
    assert (await stage.wire.until("GUILD_DELETE"))["d"] == {"id": SPIELEABEND}
    for method, path, status, code in (
        ("GET", f"/guilds/{SPIELEABEND}", 404, 10004),
        ("GET", f"/channels/{BRETTSPIELE}", 403, 50001),
        ("POST", HERE, 403, 50001),
        ("GET", f"/guilds/{SPIELEABEND}/threads/active", 403, 50001),
    ):
        refused = await rest.ask(method, path, {"content": "x"} if method == "POST" else None)
        assert (refused.status, refused.code) == (status, code)
    assert (await pocket.anna.press(message, "x"))["status"] == "failed"
    assert (await pocket.anna.command(BRETTSPIELE, "x"))["status"] == "failed"
    assert len((await rest.ask("GET", "/users/@me/guilds")).body) == 1


async def test_added_again_it_finds_the_server_as_it_is(pocket: Pocket, bot: LittleBot) -> None:
    await pocket.control.remove_bot(SPIELEABEND)

    async def gone() -> bool:
        return bot.get_guild(int(SPIELEABEND)) is None

    await pocket.until(gone)
    await pocket.control.add_bot(SPIELEABEND)

    async def there() -> discord.Guild | None:
        return bot.get_guild(int(SPIELEABEND))

    guild = await pocket.until(there)
    assert [channel.name for channel in guild.text_channels] == ["brettspiele", "plauderei"]
    assert (await pocket.anna.command(BRETTSPIELE, "hello"))["status"] == "answered"


@pytest.mark.parametrize("ends", [True, False])
async def test_leaving_may_end_its_place_in_threads(pocket: Pocket, ends: bool) -> None:
    rest = Rest(pocket)
    await pocket.control.strictness(leaving_ends_membership=ends)
    body = {"name": "p", "type": 12}
    thread = (await rest.ask("POST", f"/channels/{BRETTSPIELE}/threads", body)).body["id"]
    await pocket.control.remove_bot(SPIELEABEND)
    await pocket.control.add_bot(SPIELEABEND)
    assert (await rest.ask("GET", f"/channels/{thread}")).status == (403 if ends else 200)
