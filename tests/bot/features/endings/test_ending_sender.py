"""The messages and edits sent to Discord after a match: the result, and the closing of its thread."""

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.features.endings.projections import BOARD_FIRST, THREAD_RESTS
from bot.features.endings.sender import EndingSender
from bot.model.challenges.terms import Terms
from bot.model.events.instructions import CloseThread, OpenThread, TellResult
from bot.model.match.match import Match
from bot.model.people.person import Place
from tests.bot.chat.posted import PostedMessages
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

_SERVER, _RESULTS, _THREAD = 7, 71, 7001


async def _begin_and_resign(world: World, place: Place = HALL, thread: int | None = _THREAD) -> Match:
    """Return a match that Ben has resigned on the third day, all notices delivered."""
    role = world.games["conhex"].roles(2)[0]
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("conhex", {}, role), place, [BEN]
    )
    number = (await world.services.invitations.accept(world.by(BEN), challenge.id)).match or 0
    if thread is not None:
        await world.services.match_places.move_home(number, thread)
    for person in (ANNA, BEN):
        move = (await world.services.matches.position(number)).state.legal_moves()[0]
        await world.services.turns.take_turn(world.by(person), number, move.text)
    world.time.pass_by(timedelta(days=3, hours=4))
    await world.services.resignations.resign(world.by(BEN), number)
    return await world.services.matches.get(number)


async def test_a_result_is_posted_in_the_results_channel(world: World) -> None:
    await world.services.servers.set_server(world.by(CARA), _SERVER, results=_RESULTS)
    posted = PostedMessages(world)
    match = await _begin_and_resign(world)
    await posted.deliver(CloseThread)
    world.time.pass_by(BOARD_FIRST)
    assert (await posted.deliver(TellResult)).splitlines() == [
        f"#{_RESULTS} posts m3",
        f"**ConHex #{match.id} · 🏁 Anna gewinnt, Ben hat aufgegeben**",
        "⏱️ 2 Züge · 3 Tage 4 Stunden · https://discord.com/channels/7/70/1440000000000000002",
        f"[button] Ansehen (fp:board:{match.id}:result)",
        f"[button] Rückblick (fp:review:{match.id})",
    ]


@pytest.mark.parametrize(("code", "channel"), [(50013, _RESULTS), (10003, None)], ids=["closed", "deleted"])
async def test_only_a_deleted_channel_is_forgotten(world: World, code: int, channel: int | None) -> None:
    await world.services.servers.set_server(world.by(CARA), _SERVER, results=_RESULTS)
    posted = PostedMessages(world)
    posted.discord.refuses["send", _RESULTS] = (403, code)
    await _begin_and_resign(world)
    await posted.deliver(CloseThread)
    world.time.pass_by(BOARD_FIRST)
    assert await posted.deliver(TellResult) == ""
    assert (await world.services.servers.server(_SERVER)).results == channel


async def _close(world: World, posted: PostedMessages) -> list[str]:
    world.time.pass_by(THREAD_RESTS)
    return await posted.deliver_briefly(CloseThread)


async def test_only_the_bot_s_open_game_threads_are_archived(world: World) -> None:
    posted = PostedMessages(world)
    chat = posted.discord
    chat.thread(7001)
    chat.thread(7002, owner=12)
    chat.thread(7003, archived=True)
    chat.thread(7004, locked=True)
    chat.thread(7005, pin=True)
    chat.thread(7006)
    chat.refuses["change", 7006] = (403, 50013)
    chat.refuses["see", 7007] = (404, 10003)
    chat.thread(7008)
    chat.thread(HALL.channel)
    for thread in range(7001, 7008):
        await _begin_and_resign(world, thread=thread)
    await _begin_and_resign(world, replace(HALL, channel=7008, parent=HALL.channel), None)
    await _begin_and_resign(world, thread=None)
    chat.thread(7009)
    await _begin_and_resign(world, thread=7009)
    await world.services.match_places.move_home((await world.match()).id, 7009)
    assert await _close(world, posted) == ["#7001 is changed", "#7008 is changed"]


async def test_a_temporary_refusal_is_raised_for_a_retry(world: World) -> None:
    posted = PostedMessages(world)
    posted.discord.thread(_THREAD)
    posted.discord.refuses["change", _THREAD] = (429, 20028)
    await _begin_and_resign(world)
    with pytest.raises(discord.HTTPException):
        await _close(world, posted)


async def test_late_threads_open_only_for_running_threadless_games(world: World) -> None:
    opened_for: list[int] = []

    async def open_thread(match: Match) -> None:
        opened_for.append(match.id)

    unused: Any = None
    homes: Any = SimpleNamespace(open_thread=open_thread)
    sender = EndingSender(unused, unused, homes, unused, world.services.matches, unused)
    (send,) = [sender.send for sender in sender.senders() if sender.event is OpenThread]
    threadless, threaded, finished = await world.match(), await world.match(), await world.match()
    await world.services.match_places.move_home(threaded.id, _THREAD)
    await world.services.resignations.resign(world.by(ANNA), finished.id)
    for match in (threadless, threaded, finished):
        await send(OpenThread(match.id), unused)
    assert opened_for == [threadless.id]
