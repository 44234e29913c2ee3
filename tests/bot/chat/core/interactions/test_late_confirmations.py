"""Answers on a playground with late confirmations, archived threads and expired tokens."""

import asyncio

import discord
import pytest

from bot.chat.core import custom_ids
from bot.chat.core.interactions import responder
from bot.chat.core.interactions.answers import Answers
from bot.chat.core.messages import layouts
from playground.interactions import callbacks
from tests.bot.chat.core.interactions.actors import (
    CALLBACK,
    EPHEMERAL,
    THINKING,
    Act,
    Actor,
    actor,
    board,
    hasty,
    messages_shown,
    panel,
    post_hello,
    requests,
    say_hello,
    show_panel,
    wait_for_answers,
    with_gate,
)
from tests.pocket import BRETTSPIELE, Json, Pocket, pocket, text_of

__all__ = ["actor", "hasty", "pocket"]


@pytest.fixture
def slow_confirmations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the bot's timeouts, so that confirmations arrive after them."""
    monkeypatch.setattr(responder, "DEFER_AFTER", 0.02)
    monkeypatch.setattr(responder, "FIRST_TIMEOUT", 0.1)
    monkeypatch.setattr(responder, "LAST_TRY", 0.3)


async def confirm_late(pocket: Pocket) -> None:
    await pocket.control.fault("delay", CALLBACK, when="after", seconds=0.6, times=9)


async def posted_board(pocket: Pocket, actor: Actor) -> Json:
    """Return a public message with a button."""
    channel = actor.get_channel(int(BRETTSPIELE))
    assert isinstance(channel, discord.TextChannel)
    view = discord.ui.View().add_item(layouts.button("Go", custom_ids.write("go")))
    await channel.send("a board", view=view)
    return (await pocket.anna.messages(BRETTSPIELE))[-1]


@pytest.mark.assumes("slow-confirmations")
@pytest.mark.usefixtures("slow_confirmations")
async def test_a_page_completes_a_late_confirmed_deferral(pocket: Pocket, actor: Actor) -> None:
    gate, actor.act = with_gate(show_panel)
    await confirm_late(pocket)
    asyncio.get_running_loop().call_later(0.1, gate.set)
    await pocket.anna.command(BRETTSPIELE, "act")
    await wait_for_answers(pocket, actor)
    assert [text_of(message) for message in await messages_shown(pocket)] == ["**first**"]
    assert actor.done[0].has_answered
    assert actor.done[0].answer_delay is not None


@pytest.mark.assumes("slow-confirmations")
@pytest.mark.usefixtures("slow_confirmations")
async def test_a_late_confirmed_deferral_keeps_the_public_board(pocket: Pocket, actor: Actor) -> None:
    message = await posted_board(pocket, actor)
    gate, actor.act = with_gate(say_hello)
    await confirm_late(pocket)
    asyncio.get_running_loop().call_later(0.1, gate.set)
    await pocket.anna.press(message, custom_ids.write("go"))
    await wait_for_answers(pocket, actor)
    public, private = await messages_shown(pocket)
    assert (public["content"], text_of(private)) == ("a board", "hello")
    assert private["flags"] & EPHEMERAL
    assert [post["content"] for post in await pocket.ben.messages(BRETTSPIELE)] == ["a board"]
    assert not [entry for entry in await requests(pocket, "@original") if entry["method"] == "PATCH"]


@pytest.mark.usefixtures("slow_confirmations")
async def test_a_late_confirmed_deferral_can_update_the_board(pocket: Pocket, actor: Actor) -> None:
    message = await posted_board(pocket, actor)

    async def change(interaction: discord.Interaction) -> None:
        await Answers(interaction).update(view=None, content="a new board")

    gate, actor.act = with_gate(change)
    await confirm_late(pocket)
    asyncio.get_running_loop().call_later(0.1, gate.set)
    await pocket.anna.press(message, custom_ids.write("go"))
    await wait_for_answers(pocket, actor)
    assert [post["content"] for post in await pocket.ben.messages(BRETTSPIELE)] == ["a new board"]
    assert actor.done[0].has_answered


@pytest.mark.usefixtures("slow_confirmations")
@pytest.mark.parametrize("act", [show_panel, post_hello], ids=["private", "public"])
async def test_a_late_confirmed_answer_appears_once(pocket: Pocket, actor: Actor, act: Act) -> None:
    message = await posted_board(pocket, actor)
    actor.act = act
    await confirm_late(pocket)
    await pocket.anna.press(message, custom_ids.write("go"))
    await wait_for_answers(pocket, actor)
    assert len(await messages_shown(pocket)) == 2
    assert actor.done[0].has_answered


@pytest.mark.usefixtures("slow_confirmations")
async def test_a_late_confirmed_panel_appears_once(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]

    async def turn(interaction: discord.Interaction) -> None:
        await Answers(interaction).turn_page(panel("second"), [board()])

    actor.act = turn
    await confirm_late(pocket)
    await pocket.anna.press(message, custom_ids.write("go"))
    await wait_for_answers(pocket, actor, 2)
    assert [text_of(answer) for answer in await messages_shown(pocket)] == ["**second**"]
    assert actor.done[1].has_answered


@pytest.mark.usefixtures("slow_confirmations")
@pytest.mark.parametrize("pressed", [False, True])
async def test_a_lost_deferral_is_tried_once_by_webhook(
    pocket: Pocket, actor: Actor, *, pressed: bool
) -> None:
    message = await posted_board(pocket, actor)
    before = len(await requests(pocket, "/webhooks/"))
    gate, actor.act = with_gate(say_hello)
    await pocket.control.fault("drop", CALLBACK, seconds=5.0, times=9)
    asyncio.get_running_loop().call_later(0.1, gate.set)
    tasks = asyncio.create_task(
        pocket.anna.press(message, custom_ids.write("go"))
        if pressed
        else pocket.anna.command(BRETTSPIELE, "act")
    )
    await wait_for_answers(pocket, actor)
    assert actor.done[0].is_lost
    assert not actor.done[0].has_answered
    assert [entry["status"] for entry in (await requests(pocket, "/webhooks/"))[before:]] == [404]
    tasks.cancel()


@pytest.mark.assumes("deferred-in-archived")
@pytest.mark.usefixtures("hasty")
async def test_a_page_waits_until_its_thread_is_unarchived(
    pocket: Pocket, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(callbacks, "ARCHIVED_SECONDS", 1.0)
    monkeypatch.setattr(responder, "LATER_TIMEOUT", 0.2)
    gate, actor.act = with_gate(say_hello)
    thread = await pocket.anna.open_thread(BRETTSPIELE, "a game")
    assert (await pocket.anna.command(thread, "act"))["callback_type"] == THINKING
    await pocket.control.archive(thread)
    gate.set()

    async def edit_arrived() -> bool:
        return bool(await requests(pocket, "@original"))

    await pocket.until(edit_arrived, "a first try")
    await pocket.control.archive(thread, archived=False)
    await wait_for_answers(pocket, actor)
    assert [text_of(message) for message in await pocket.anna.messages(thread)] == ["hello"]
    assert actor.done[0].has_answered


@pytest.mark.assumes("tokens-end-early")
async def test_an_invalid_token_is_not_retried(
    pocket: Pocket, actor: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    async def many(interaction: discord.Interaction) -> None:
        await Answers(interaction).reply("one")
        await pocket.control.fault("status", "/webhooks/", code=10015, times=9)
        await Answers(interaction).reply("two")
        await Answers(interaction).reply("three")

    actor.act = many
    await pocket.anna.command(BRETTSPIELE, "act")
    await wait_for_answers(pocket, actor)
    assert [entry["status"] for entry in await requests(pocket, "/webhooks/")] == [404]
    assert actor.done[0].is_lost
    assert not [record for record in caplog.records if record.levelname in {"WARNING", "ERROR"}]


@pytest.mark.assumes("tokens-end-early")
async def test_no_request_is_made_with_an_expired_token(
    pocket: Pocket, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def two(interaction: discord.Interaction) -> None:
        await Answers(interaction).reply("one")
        monkeypatch.setattr(responder, "TOKEN_USED_FOR", 0.0)
        await Answers(interaction).reply("two")
        await Answers(interaction).revise(panel("three"))

    actor.act = two
    await pocket.anna.command(BRETTSPIELE, "act")
    await wait_for_answers(pocket, actor)
    assert await requests(pocket, "/webhooks/") == []
    assert [text_of(message) for message in await messages_shown(pocket)] == ["one"]
    assert actor.done[0].is_lost


@pytest.mark.assumes("five-follow-ups")
async def test_a_sixth_follow_up_outside_the_bots_servers_is_dropped(
    pocket: Pocket, actor: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    async def many(interaction: discord.Interaction) -> None:
        for number in range(8):
            await Answers(interaction).reply(str(number))

    actor.act = many
    await pocket.control.install(pocket.anna.id)
    server = await pocket.control.add_guild("Elsewhere", present=False)
    channel = await pocket.control.add_channel(server, "here")
    await pocket.anna.command(channel, "act")
    await wait_for_answers(pocket, actor)
    assert [text_of(message) for message in await pocket.anna.messages(channel)] == list("012345")
    assert actor.done[0].is_lost
    entries = [entry for entry in await requests(pocket, "/webhooks/") if entry["method"] == "POST"]
    assert [entry["status"] for entry in entries] == [200] * 5 + [400]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
