"""Answers to interactions: exactly one each, also without a handler."""

from collections.abc import Mapping
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.chat.core import custom_ids
from bot.chat.core.interactions import suggestions
from bot.model.restores.epochs import Epochs, Restore
from tests.bot.chat import guilds
from tests.bot.chat.bots import custom_ids_of, offline_bot, press_data
from tests.bot.chat.portal import page_with
from tests.bot.support.fakes import ANNA, BEN, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

COMMAND, PRESS, TYPING, FORM = 2, 3, 4, 5
NO_GAMES = "**You have no running games and no open challenges.** Start one with `/challenge`."
NOT_MINE = "This button is not one of mine, or it is too old. Use `/games` to find your games."
STALE = "This command has changed. Reload Discord (Ctrl+R) and try again."
IN_SERVER: Mapping[str, Any] = {
    "guild_id": str(HALL.server),
    "channel_id": str(HALL.channel),
    "channel": guilds.channel_data(HALL.channel),
    "context": 0,
    "app_permissions": "0",
}


async def test_each_press_gets_one_answer(conhex_world: World) -> None:
    async with offline_bot(conhex_world) as bot:
        for custom_id, shown, answer in (
            ("fp:games", ["fp:games"], NO_GAMES),
            ("fp:unknown", ["fp:unknown"], NOT_MINE),
            ("foreign", ["foreign"], NOT_MINE),
            ("fp:games", ["fp:help"], NOT_MINE),
        ):
            assert await bot.interaction(PRESS, press_data(custom_id), message=page_with(*shown)) == [answer]
        assert await bot.interaction(PRESS, press_data("fp:games")) == [NOT_MINE], "a press without a message"


async def test_a_sent_form_is_handled_once(conhex_world: World) -> None:
    async with offline_bot(conhex_world) as bot:
        for custom_id, answer in (("fp:games", NO_GAMES), ("fp:unknown", NOT_MINE)):
            assert await bot.interaction(FORM, {"custom_id": custom_id, "components": []}) == [answer]


async def test_an_unknown_command_is_answered_in_the_readers_language(conhex_world: World) -> None:
    async with offline_bot(conhex_world) as bot:
        unknown = {"id": "1", "name": "gone", "type": 1}
        assert await bot.interaction(COMMAND, unknown) == [STALE]
        (german,) = await bot.interaction(COMMAND, unknown, locale="de")
        assert german == bot.app.texts.language("de")("error.stale-command") != STALE
        known = {"id": "1", "name": "games", "type": 1}
        assert await bot.interaction(COMMAND, known) == [NO_GAMES]
        assert await bot.interaction(COMMAND, {**known, "name": "vacation"}) == [STALE], "without subcommand"


async def test_a_broken_command_is_answered_and_logged(
    conhex_world: World, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: discord.Interaction) -> None:
        raise ArithmeticError("a bug")

    async with offline_bot(conhex_world) as bot:
        broken: Any = app_commands.Command(name="broken", description="-", callback=fail)
        bot.tree.add_command(broken)
        (answer,) = await bot.interaction(COMMAND, {"id": "1", "name": "broken", "type": 1})
        assert answer == bot.app.texts.language("en")("error.internal")
        assert "a bug" in caplog.text
        caplog.clear()
        await bot.interaction(COMMAND, {"id": "1", "name": "gone", "type": 1})
        assert not caplog.records, "an outdated command is not an error"


async def test_typing_into_an_unknown_option_suggests_nothing_once(
    conhex_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suggestions, "IN_THE_END", 0.0)
    typed = {"type": 3, "name": "gone", "value": "x", "focused": True}
    async with offline_bot(conhex_world) as bot:
        for data in (
            {"id": "1", "name": "gone", "type": 1, "options": [typed]},
            {"id": "1", "name": "games", "type": 1, "options": [typed]},
        ):
            assert await bot.interaction(TYPING, data) == ["suggests []"]


async def test_pages_after_a_restore_carry_its_epoch(conhex_world: World) -> None:
    await conhex_world.match("conhex")
    restored = Epochs((Restore(467_000, 9, 9),))
    async with offline_bot(conhex_world, epochs=restored) as bot:
        await bot.interaction(COMMAND, {"id": "1", "name": "games", "type": 1})
        (answer,) = bot.answers.responses
        ids = custom_ids_of(answer["data"]["components"])
        assert {custom_ids.read(custom_id).epoch for custom_id in ids} == {467_000}


async def test_undeliverable_notices_follow_the_next_answer(conhex_world: World) -> None:
    await conhex_world.challenge("conhex", opponent=BEN)
    for notice in await conhex_world.outbox.claim():
        await conhex_world.outbox.reroute(notice.id, "closed")
    for notice in await conhex_world.outbox.claim():
        if notice.recipient == BEN.id:
            await conhex_world.outbox.miss(notice.id, "closed")
    games = {"id": "1", "name": "games", "type": 1}
    async with offline_bot(conhex_world) as bot:
        # On a busy machine an answer is deferred first.
        last = [(await bot.interaction(COMMAND, games, person))[-1] for person in (ANNA, BEN, BEN)]
        intro = bot.app.texts.language("en")("missed.intro")
        assert [text.startswith(intro) for text in last] == [False, True, False]
        assert len(last[1].splitlines()) > 1
