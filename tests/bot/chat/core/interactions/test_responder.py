"""Answers on a playground: in time, and after a deferral."""

import discord
import pytest

from bot.chat.core import custom_ids
from bot.chat.core.interactions.answers import Answers, FormTooLate
from bot.chat.core.messages import layouts
from tests.bot.chat.core.interactions.actors import (
    COMPONENTS_V2,
    EPHEMERAL,
    FORM,
    HELD,
    MESSAGE,
    THINKING,
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
from tests.pocket import BRETTSPIELE, Pocket, pocket, text_of

__all__ = ["actor", "hasty", "pocket"]


@pytest.mark.usefixtures("hasty")
async def test_a_slow_command_is_deferred_and_completed(pocket: Pocket, actor: Actor) -> None:
    gate, actor.act = with_gate(show_panel)
    outcome = await pocket.anna.command(BRETTSPIELE, "act")
    assert outcome["callback_type"] == THINKING
    gate.set()
    await wait_for_answers(pocket, actor)
    (deferral,) = await requests(pocket, "/callback")
    assert deferral["json"]["data"] == {"flags": EPHEMERAL}
    (completion,) = await requests(pocket, "@original")
    assert completion["json"]["flags"] & COMPONENTS_V2
    assert completion["json"]["attachments"] == [
        {"id": 0, "filename": "board.png", "description": "an empty board"}
    ]
    (message,) = await messages_shown(pocket)
    assert text_of(message) == "**first**"
    assert actor.done[0].has_answered


@pytest.mark.usefixtures("hasty")
async def test_a_reply_after_the_completion_is_a_new_message(pocket: Pocket, actor: Actor) -> None:
    async def two(interaction: discord.Interaction) -> None:
        await Answers(interaction).reply("one")
        await Answers(interaction).reply("two")

    gate, actor.act = with_gate(two)
    await pocket.anna.command(BRETTSPIELE, "act")
    gate.set()
    await wait_for_answers(pocket, actor)
    assert [text_of(message) for message in await messages_shown(pocket)] == ["one", "two"]


@pytest.mark.usefixtures("hasty")
async def test_a_slow_panel_is_deferred_and_updated_in_place(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]

    async def turn(interaction: discord.Interaction) -> None:
        await Answers(interaction).turn_page(panel("second"), [board()])

    gate, actor.act = with_gate(turn)
    outcome = await pocket.anna.press(message, custom_ids.write("go"))
    assert outcome["callback_type"] == HELD
    gate.set()
    await wait_for_answers(pocket, actor, 2)
    (only,) = await messages_shown(pocket)
    assert only["id"] == message["id"]
    assert text_of(only) == "**second**"


@pytest.mark.usefixtures("hasty")
async def test_a_slow_press_may_be_answered_with_a_new_message(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]
    gate, actor.act = with_gate(say_hello)
    outcome = await pocket.anna.press(message, custom_ids.write("go"))
    assert outcome["callback_type"] == HELD
    gate.set()
    await wait_for_answers(pocket, actor, 2)
    assert [text_of(answer) for answer in await messages_shown(pocket)] == ["**first**", "hello"]
    assert not [answer for answer in await messages_shown(pocket) if not answer["flags"] & EPHEMERAL]


@pytest.mark.assumes("public-answer")
@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.usefixtures("hasty")
async def test_a_press_may_be_answered_publicly(pocket: Pocket, actor: Actor, *, slow: bool) -> None:
    await pocket.control.deny(BRETTSPIELE, "SEND_MESSAGES", "ATTACH_FILES")
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]
    gate, actor.act = with_gate(post_hello)
    if not slow:
        gate.set()
    outcome = await pocket.anna.press(message, custom_ids.write("go"))
    assert outcome["callback_type"] in ({HELD} if slow else {MESSAGE, HELD})
    gate.set()
    await wait_for_answers(pocket, actor, 2)
    (public_message,) = await pocket.ben.messages(BRETTSPIELE)
    assert (public_message["content"], public_message["mention_ids"]) == ("**hello <@1>**", [])
    assert [file["filename"] for file in public_message["attachments"]] == ["board.png"]


@pytest.mark.usefixtures("hasty")
async def test_a_private_deferral_is_not_completed_publicly(pocket: Pocket, actor: Actor) -> None:
    gate, actor.act = with_gate(post_hello)
    await pocket.anna.command(BRETTSPIELE, "act")
    gate.set()
    await wait_for_answers(pocket, actor)
    assert await pocket.ben.messages(BRETTSPIELE) == []
    assert [text_of(message) for message in await messages_shown(pocket)] == ["**hello <@1>**"]


def form() -> discord.ui.Modal:
    form_view = layouts.form("A form", custom_ids.write("sent"))
    return form_view.add_item(layouts.field("name", "Name", "Your name", "", 10))


async def show_form(interaction: discord.Interaction) -> None:
    try:
        await Answers(interaction).ask(form())
    except FormTooLate:
        await Answers(interaction).reply("too late")


@pytest.mark.assumes("forms")
async def test_a_form_is_shown(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_form
    assert (await pocket.anna.command(BRETTSPIELE, "act"))["callback_type"] == FORM
    await wait_for_answers(pocket, actor)
    assert actor.done[0].has_answered


@pytest.mark.assumes("forms")
@pytest.mark.usefixtures("hasty")
async def test_no_form_follows_a_deferral(pocket: Pocket, actor: Actor) -> None:
    gate, actor.act = with_gate(show_form)
    assert (await pocket.anna.command(BRETTSPIELE, "act"))["callback_type"] == THINKING
    gate.set()
    await wait_for_answers(pocket, actor)
    assert [text_of(message) for message in await messages_shown(pocket)] == ["too late"]


@pytest.mark.parametrize("from_message", [False, True])
@pytest.mark.usefixtures("hasty")
async def test_a_slow_form_is_deferred(pocket: Pocket, actor: Actor, from_message: bool) -> None:
    message = None
    if from_message:
        actor.act = show_panel
        message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]
    actor.act = show_form
    request = await (
        pocket.anna.command(BRETTSPIELE, "act")
        if message is None
        else pocket.anna.press(message, custom_ids.write("go"))
    )
    gate, actor.act = with_gate(say_hello)
    outcome = await pocket.anna.submit(BRETTSPIELE, request["modal"], message, name="Anna")
    assert outcome["callback_type"] == (HELD if from_message else THINKING)
    gate.set()
    await wait_for_answers(pocket, actor, 3 if from_message else 2)
    assert text_of((await messages_shown(pocket))[-1]) == "hello"
