"""Events of servers passed to the services: removals, returns, languages, threads, roles, rights."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.chat.rate_limits.circuit_breaker import IN_A_ROW
from bot.model.events.events import MatchStarted, WelcomeDue
from bot.model.events.instructions import DeleteTrial
from bot.model.ports import LeaseUncertain
from bot.repositories.people.people import PersonRepository
from tests.bot.chat import guilds
from tests.bot.chat.bots import offline_bot
from tests.bot.chat.rate_limits.gates import Gated, make_gate, work
from tests.bot.support.fakes import ANNA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

THREAD = 7001
_MAY_POST = discord.Permissions(view_channel=True, send_messages=True)
JOINED = "2026-11-20T11:00:00+00:00"


def server(*channels: int, number: int = guilds.SERVER, **more: Any) -> Mapping[str, Any]:
    """Return a Community server in French that the bot has just joined."""
    me = guilds.member_data(guilds.ME, joined_at=JOINED)
    return {
        **guilds.guild_data(channels or (HALL.channel,), number=number),
        "members": [me],
        "roles": [guilds._role(number, _MAY_POST)],
        "features": ["COMMUNITY"],
        "preferred_locale": "fr",
        **more,
    }


async def _is_paused(world: World, match: int) -> bool:
    return (await world.services.matches.get(match)).is_paused


async def _language(world: World) -> str | None:
    async with world.store.read() as session:
        return await session.of(PersonRepository).server_locale(guilds.SERVER)


async def _welcomes(world: World) -> list[object]:
    return [notice.event for notice in await world.deliver_all() if isinstance(notice.event, WelcomeDue)]


async def test_games_pause_while_the_bot_is_removed(conhex_world: World) -> None:
    match = await conhex_world.match("conhex")
    async with offline_bot(conhex_world) as bot:
        guild = bot.add_server(server())
        await bot.handle("guild_remove", guild)
        assert await _is_paused(conhex_world, match.id)
        await bot.handle("guild_join", guild)
        assert not await _is_paused(conhex_world, match.id)


@pytest.mark.parametrize("event", ["guild_join", "guild_available"])
async def test_a_new_server_is_greeted_in_its_language(conhex_world: World, event: str) -> None:
    await conhex_world.match("conhex")
    assert await _language(conhex_world) == "de"
    async with offline_bot(conhex_world) as bot:
        guild = bot.add_server(server())
        await bot.handle(event, guild)
        assert await _language(conhex_world) == "fr"
        assert await _welcomes(conhex_world) == [WelcomeDue(guilds.SERVER, (HALL.channel,), "fr")]


async def test_a_servers_new_language_is_stored(conhex_world: World) -> None:
    await conhex_world.match("conhex")
    async with offline_bot(conhex_world) as bot:
        before = bot.add_server(server())
        after = bot.add_server(server(preferred_locale="en-GB"))
        await bot.handle("guild_update", before, after)
        assert await _language(conhex_world) == "en-GB"


async def test_archived_threads_of_running_games_are_reopened(conhex_world: World) -> None:
    match = await conhex_world.match("conhex")
    await conhex_world.services.match_places.move_home(match.id, THREAD)
    thread = {**guilds._thread(THREAD, HALL.channel)}
    archived = {**thread, "thread_metadata": {**thread["thread_metadata"], "archived": True}}
    for is_listed in (False, True):
        async with offline_bot(conhex_world) as bot:
            bot.portal.channels = {str(THREAD): archived}
            guild = bot.add_server(server(threads=[thread] if is_listed else []))
            await bot.handle("guild_available", guild)
            reopening = [f"GET /channels/{THREAD}", f"PATCH /channels/{THREAD}"]
            assert bot.portal.calls(str(THREAD)) == ([] if is_listed else reopening)
    async with offline_bot(conhex_world) as bot:
        bot.add_server(server())
        await bot.receive("THREAD_UPDATE", archived)
        assert bot.portal.calls(str(THREAD)) == [f"PATCH /channels/{THREAD}"]


async def test_a_deleted_role_is_no_longer_pinged(conhex_world: World) -> None:
    admin = conhex_world.services.servers
    request = conhex_world.by(ANNA)
    await admin.set_server(request, guilds.SERVER, call_role=31)
    async with offline_bot(conhex_world) as bot:
        guild = bot.add_server({**server(), "roles": [guilds._role(number) for number in (7, 31, 32)]})
        await bot.handle("guild_role_delete", guild.get_role(32))
        assert (await admin.server(guilds.SERVER)).call_role == 31
        await bot.handle("guild_role_delete", guild.get_role(31))
        assert (await admin.server(guilds.SERVER)).call_role is None


def _refuse(gate: Gated, *subjects: int) -> None:
    for subject in subjects:
        for _ in range(IN_A_ROW):
            gate.refuse(work(f"POST channels/{subject}/messages"), 403, {"code": 50013})


def _blocked_subjects(gate: Gated, *subjects: int) -> list[int]:
    blocked = []
    for subject in subjects:
        try:
            gate.gate.admit(work(f"POST channels/{subject}/messages"))
        except discord.DiscordException:
            blocked.append(subject)
    return blocked


@pytest.mark.parametrize("changed", [True, False])
@pytest.mark.parametrize("event", ["guild_channel_update", "guild_role_update", "member_update"])
async def test_new_rights_end_refusals_in_that_server(conhex_world: World, event: str, changed: bool) -> None:
    gate = make_gate()
    everywhere = (HALL.channel, THREAD, guilds.SERVER, 99)
    async with offline_bot(conhex_world, gate=gate.gate) as bot:
        guild = bot.add_server(
            server(threads=[guilds._thread(THREAD, HALL.channel)], roles=[guilds._role(31)])
        )
        _refuse(gate, *everywhere)
        await bot.handle(event, *_change(guild, event, changed=changed))
        assert _blocked_subjects(gate, *everywhere) == ([99] if changed else [*everywhere])


async def test_pictures_are_posted_again_once_allowed(conhex_world: World) -> None:
    async with offline_bot(conhex_world) as bot:
        guild = bot.add_server(server(roles=[guilds._role(31)]))
        await conhex_world.match("conhex")
        notices = await conhex_world.deliver_all()
        board = next(notice for notice in notices if isinstance(notice.event, MatchStarted))
        bot.portal.takes_files = False
        resender: Any = bot.app.resender
        pictures = []
        for change in (None, None, "guild_role_update"):
            if change is not None:
                await bot.handle(change, *_change(guild, change, changed=True))
            before = len(bot.portal.files)
            assert await resender.senders.send(board) is not None
            pictures.append(len(bot.portal.files) - before)
    assert pictures == [1, 0, 1]


async def test_another_members_roles_do_not_change_the_bots_rights(conhex_world: World) -> None:
    gate = make_gate()
    async with offline_bot(conhex_world, gate=gate.gate) as bot:
        guild = bot.add_server(server(roles=[guilds._role(31)]))
        _refuse(gate, HALL.channel)
        await bot.handle("member_update", guilds.member(guild, ANNA.id), guilds.member(guild, ANNA.id, 31))
        assert _blocked_subjects(gate, HALL.channel) == [HALL.channel]


def _change(guild: discord.Guild, event: str, *, changed: bool) -> tuple[object, object]:
    """Return the objects before and after an event; `changed`: the bot's rights differ."""
    state, more_rights = guild._state, discord.Permissions(send_messages=True)
    if event == "guild_channel_update":
        channel: Any = guilds.channel_data(HALL.channel, seen_by=[31] if changed else None)
        before = discord.TextChannel(state=state, guild=guild, data=channel)
        return before, guild.get_channel(HALL.channel)
    if event == "guild_role_update":
        role: Any = guilds._role(31, more_rights) if changed else guilds._role(31)
        return discord.Role(guild=guild, state=state, data=role), guild.get_role(31)
    return guilds.member(guild, guilds.ME), guilds.member(guild, guilds.ME, *([31] if changed else []))


async def test_a_ready_shard_compares_its_own_servers(conhex_world: World) -> None:
    match = await conhex_world.match("conhex")
    async with offline_bot(conhex_world) as bot:
        await bot.handle("shard_connect", 0)
        await bot.handle("shard_ready", 0)
        assert await _is_paused(conhex_world, match.id), "Discord lists no server"
        bot.add_server(server())
        await bot.handle("shard_ready", 0)
        assert not await _is_paused(conhex_world, match.id)


async def test_a_released_shard_pauses_no_game(conhex_world: World) -> None:
    match = await conhex_world.match("conhex")
    async with offline_bot(conhex_world) as bot:
        await bot.handle("shard_ready", 0)
        assert not await _is_paused(conhex_world, match.id)


async def test_servers_of_other_shards_are_not_compared(conhex_world: World) -> None:
    match = await conhex_world.match("conhex")
    async with offline_bot(conhex_world) as bot:
        bot.shard_count = 2
        await bot.handle("shard_connect", 1)
        await bot.handle("shard_ready", 1)
        assert not await _is_paused(conhex_world, match.id)


async def test_a_ready_shard_ends_trials_left_by_a_crash(conhex_world: World) -> None:
    """Trials of this process and of other shards' servers continue."""
    crashed, running, other_shard = 8 << 22, 10 << 22, 9 << 22
    leftovers = conhex_world.services.trial_leftovers
    for server_id in (crashed, running, other_shard):
        await leftovers.keep(DeleteTrial(server_id, "ab12", 70, server_id + 1))
    async with offline_bot(conhex_world) as bot:
        bot.shard_count = 2
        bot.app.trials.begin(running, object())
        await bot.handle("shard_ready", 0)
        events = [notice.event for notice in await conhex_world.deliver_all()]
        assert events == [DeleteTrial(crashed, "ab12", 70, crashed + 1)]


async def test_an_event_under_an_uncertain_lease_is_left_to_others(
    conhex_world: World, caplog: pytest.LogCaptureFixture
) -> None:
    class Uncertain:
        async def pause_server(self, _: int) -> None:
            raise LeaseUncertain("this process may count as dead")

    presence: Any = Uncertain()
    services = replace(conhex_world.services, presence=presence)
    async with offline_bot(conhex_world, services=services) as bot:
        await bot.handle("guild_remove", bot.add_server(server()))
        own_records = [record for record in caplog.records if record.name.startswith("bot.")]
        assert [record.levelname for record in own_records] == ["WARNING"]
        assert "an event is left to other processes" in caplog.text
