"""Answers other than a first message: revised pages, the Activity, forms, deferrals with flags, posts."""

from collections.abc import Callable, Coroutine
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.messages import layouts
from bot.model.restores.epochs import Epochs, Restore
from tests.bot.chat.bots import OfflineBot, custom_ids_of, offline_bot
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

COMMAND = 2
MESSAGE, ACTIVITY = 4, 12
EPOCH = 467_000
Act = Callable[[discord.Interaction], Coroutine[Any, Any, None]]


def _page(text: str) -> ui.LayoutView:
    button = layouts.button("Go", custom_ids.write("games"))
    return layouts.page(layouts.text(text), layouts.buttons(button))


async def _answers_of(bot: OfflineBot, act: Act) -> list[str]:
    """Run a command with its own answers; return their texts."""
    acting: Any = app_commands.Command(name="act", description="-", callback=act)
    bot.tree.remove_command("act")
    bot.tree.add_command(acting)
    return await bot.interaction(COMMAND, {"id": "1", "name": "act", "type": 1})


async def test_the_first_page_is_revised_in_place(conhex_world: World) -> None:
    revised: list[bool] = []

    async def act(interaction: discord.Interaction) -> None:
        revised.append(await Answers(interaction).revise(_page("too early")))
        await Answers(interaction).show(_page("first"))
        revised.append(await Answers(interaction).revise(_page("second")))

    async with offline_bot(conhex_world) as bot:
        assert await _answers_of(bot, act) == ["**first**", "**second**"]
        assert revised == [False, True]
        first, second = bot.answers.responses
        assert (first["type"], "type" in second) == (MESSAGE, False)


@pytest.mark.parametrize("epoch", [0, EPOCH])
async def test_every_kind_of_answer_carries_the_epoch(conhex_world: World, epoch: int) -> None:
    epochs = Epochs((Restore(epoch, 9, 9),)) if epoch else Epochs()
    classic = ui.View(timeout=None)
    classic.add_item(layouts.button("Go", custom_ids.write("games")))
    form = ui.Modal(title="-", custom_id=custom_ids.write("form-send"))

    async def show(interaction: discord.Interaction) -> None:
        await Answers(interaction).show(_page("shown"))

    async def post(interaction: discord.Interaction) -> None:
        await Answers(interaction).post("posted", classic)

    async def ask(interaction: discord.Interaction) -> None:
        await Answers(interaction).ask(form)

    async def revise(interaction: discord.Interaction) -> None:
        await Answers(interaction).show(layouts.note("first"))
        await Answers(interaction).revise(_page("revised"))

    async with offline_bot(conhex_world, epochs=epochs) as bot:
        for act in (show, post, ask, revise):
            await _answers_of(bot, act)
            data = bot.answers.responses[-1].get("data", bot.answers.responses[-1])
            ids = [*custom_ids_of(data["components"]), *filter(None, [data.get("custom_id")])]
            assert {custom_ids.read(custom_id).epoch for custom_id in ids} == {epoch}, act.__name__


async def test_the_activity_launches_once_and_only_as_first_answer(conhex_world: World) -> None:
    launched: list[bool] = []

    async def act(interaction: discord.Interaction) -> None:
        launched.append(await Answers(interaction).launch())
        launched.append(await Responder.of(interaction).launch())

    async with offline_bot(conhex_world) as bot:
        await _answers_of(bot, act)
        assert [answer["type"] for answer in bot.answers.responses] == [ACTIVITY]
    assert launched == [True, False]


async def test_no_form_after_another_answer(conhex_world: World) -> None:
    async def act(interaction: discord.Interaction) -> None:
        await Answers(interaction).reply("first")
        assert not await Responder.of(interaction).form(ui.Modal(title="-", custom_id="fp:form-send"))

    async with offline_bot(conhex_world) as bot:
        assert await _answers_of(bot, act) == ["first"]


async def test_the_next_message_completes_a_deferral_with_flags(conhex_world: World) -> None:
    deferred: list[bool] = []

    async def act(interaction: discord.Interaction) -> None:
        responder = Responder.of(interaction)
        deferred.append(await responder.defer_with(64))
        deferred.append(await responder.defer_with(64))
        await Answers(interaction).reply("done")

    async with offline_bot(conhex_world) as bot:
        assert await _answers_of(bot, act) == ["done"]
        ((line, body),) = [entry for entry in bot.portal.requests if "/interactions/" in entry[0]]
        assert line.endswith("/token/callback")
        assert body == {"type": 5, "data": {"flags": 64}}
        assert "type" not in bot.answers.responses[0], "it completes the deferral"
    assert deferred == [True, False]


async def test_another_answer_may_replace_a_refused_deferral(conhex_world: World) -> None:
    async def act(interaction: discord.Interaction) -> None:
        path = f"POST /interactions/{interaction.id}/{interaction.token}/callback"
        bot.portal.refuses[path] = 400
        with pytest.raises(discord.HTTPException):
            await Responder.of(interaction).defer_with(64)
        await Answers(interaction).reply("done")

    async with offline_bot(conhex_world) as bot:
        assert await _answers_of(bot, act) == ["done"]
        assert bot.answers.responses[0]["type"] == MESSAGE
