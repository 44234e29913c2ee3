"""The bot's removal from a server, and its return."""

from typing import Any

import discord
import pytest

from tests.playground.little_bot import LittleBot
from tests.playground.raw import Rest
from tests.playground.stage import Stage
from tests.pocket import BOARD_GAMES, BRETTSPIELE, PLAUDEREI, SPIELEABEND, Pocket, Refused

Json = dict[str, Any]
HERE = f"/channels/{BRETTSPIELE}/messages"


async def test_removed_bot_gets_nothing_and_reaches_nothing(stage: Stage) -> None:
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


async def test_readded_bot_gets_the_current_server(pocket: Pocket, bot: LittleBot) -> None:
    await pocket.control.remove_bot(SPIELEABEND)

    async def is_absent() -> bool:
        return bot.get_guild(int(SPIELEABEND)) is None

    await pocket.until(is_absent)
    await pocket.control.add_bot(SPIELEABEND)

    async def there() -> discord.Guild | None:
        return bot.get_guild(int(SPIELEABEND))

    guild = await pocket.until(there)
    assert [channel.name for channel in guild.text_channels] == ["brettspiele", "plauderei"]
    assert (await pocket.anna.command(BRETTSPIELE, "hello"))["status"] == "answered"


@pytest.mark.parametrize("ends", [True, False])
async def test_removal_may_end_thread_membership(pocket: Pocket, ends: bool) -> None:
    rest = Rest(pocket)
    await pocket.control.strictness(leaving_ends_membership=ends)
    body = {"name": "p", "type": 12}
    thread = (await rest.ask("POST", f"/channels/{BRETTSPIELE}/threads", body)).body["id"]
    await pocket.control.remove_bot(SPIELEABEND)
    await pocket.control.add_bot(SPIELEABEND)
    assert (await rest.ask("GET", f"/channels/{thread}")).status == (403 if ends else 200)


async def test_system_channel_is_known_until_it_is_deleted(pocket: Pocket, bot: LittleBot) -> None:
    guild = bot.get_guild(int(SPIELEABEND))
    assert guild is not None
    assert guild.system_channel is not None
    assert guild.system_channel.id == int(BRETTSPIELE), "as in a new server: the first one"
    await pocket.control.change_guild(SPIELEABEND, system_channel=PLAUDEREI)

    async def is_in_lounge() -> bool:
        return guild.system_channel is not None and guild.system_channel.id == int(PLAUDEREI)

    await pocket.until(is_in_lounge)
    for wrong in (BOARD_GAMES, await pocket.control.add_forum(SPIELEABEND, "f")):
        with pytest.raises(Refused):
            await pocket.control.change_guild(SPIELEABEND, system_channel=wrong)
    await pocket.control.delete_channel(PLAUDEREI)

    async def is_absent() -> bool:
        return guild.system_channel is None

    await pocket.until(is_absent)


async def test_new_server_is_announced_once_the_bot_is_added(pocket: Pocket, bot: LittleBot) -> None:
    before = pocket.clock.now()
    guild_id = await pocket.control.add_guild("Elsewhere", present=False)
    channel = await pocket.control.add_channel(guild_id, "a")
    # Events come in order: once the bot knows channel "b", an earlier event would have arrived.
    await pocket.control.add_channel(SPIELEABEND, "b")

    async def later() -> bool:
        guild = bot.get_guild(int(SPIELEABEND))
        return guild is not None and any(entry.name == "b" for entry in guild.channels)

    await pocket.until(later)
    assert bot.get_guild(int(guild_id)) is None
    pocket.clock.pass_by(3600)
    await pocket.control.add_bot(guild_id)

    async def there() -> discord.Guild | None:
        return bot.get_guild(int(guild_id))

    guild = await pocket.until(there)
    assert [text_channel.id for text_channel in guild.text_channels] == [int(channel)]
    assert guild.me.joined_at is not None
    assert guild.me.joined_at.timestamp() >= before + 3600
