"""Answers on a playground when the connection fails or Discord refuses."""

import asyncio
from typing import Any

import discord
import pytest

from bot.chat.core import custom_ids
from bot.chat.core.failures.network_errors import UNREACHABLE
from bot.chat.core.interactions import responder
from bot.chat.core.interactions.answers import Answers
from bot.chat.core.messages import layouts
from playground.rest.faults import Fault
from tests.bot.chat.core.interactions.actors import (
    CALLBACK,
    MESSAGE,
    Actor,
    actor,
    board,
    first_answers,
    hasty,
    messages_shown,
    panel,
    requests,
    say_hello,
    show_panel,
    wait_for_answers,
    with_gate,
)
from tests.pocket import BRETTSPIELE, Pocket, pocket, text_of

__all__ = ["actor", "hasty", "pocket"]

SPOILT: dict[str, dict[str, Any]] = {
    "reset": {"fault": "reset"},
    "503": {"fault": "status", "status": 503},
    "500 twice": {"fault": "status", "status": 500, "times": 2},
    "429": {"fault": "status", "status": 429, "retry_after": 0.05},
    "page of Cloudflare's": {"fault": "status", "status": 403, "code": 0},
}


@pytest.mark.assumes("answered-once")
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("spoilt", SPOILT.values(), ids=SPOILT.keys())
async def test_a_first_answer_is_retried_until_it_arrives(
    pocket: Pocket, actor: Actor, spoilt: dict[str, Any], when: str
) -> None:
    order = {"path": CALLBACK, "method": "POST", "when": when} | spoilt
    await pocket.line.ask("POST", "/playground/control/faults", order)
    actor.act = show_panel
    outcome = await pocket.anna.command(BRETTSPIELE, "act")
    assert outcome["callback_type"] == MESSAGE
    await wait_for_answers(pocket, actor)
    assert actor.done[0].has_answered
    assert [text_of(message) for message in await messages_shown(pocket)] == ["**first**"]
    actor.act = say_hello
    assert await pocket.anna.command(BRETTSPIELE, "act")


NAMELESS = {"without a time to wait": {"message": "limited"}, "a page of HTML": "<html>limited</html>"}


@pytest.fixture(params=NAMELESS.values(), ids=list(NAMELESS))
def nameless_limit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer 429s without a time to wait."""
    monkeypatch.setattr(Fault, "body", lambda _fault: request.param)


@pytest.mark.usefixtures("nameless_limit")
async def test_a_rate_limit_without_retry_after_is_retried(pocket: Pocket, actor: Actor) -> None:
    await pocket.control.fault("status", CALLBACK, status=429)
    outcome = await pocket.anna.command(BRETTSPIELE, "act")
    assert outcome["status"] == "answered"
    await wait_for_answers(pocket, actor)
    assert [status for _, status in await first_answers(pocket)] == [429, 200]


@pytest.mark.usefixtures("nameless_limit")
async def test_discord_py_fails_on_a_rate_limit_without_retry_after(pocket: Pocket, actor: Actor) -> None:
    """The error counts as unreachable, not as a bug of the bot."""
    await pocket.control.fault("status", f"/channels/{BRETTSPIELE}/messages$", "POST", status=429)
    channel = actor.get_channel(int(BRETTSPIELE))
    assert isinstance(channel, discord.TextChannel)
    with pytest.raises(UNREACHABLE):
        await channel.send("hello")


async def test_a_reply_after_an_unconfirmed_answer_is_a_new_message(pocket: Pocket, actor: Actor) -> None:
    async def two(interaction: discord.Interaction) -> None:
        await Answers(interaction).reply("one")
        await Answers(interaction).reply("two")

    await pocket.control.fault("reset", CALLBACK, when="after")
    actor.act = two
    await pocket.anna.command(BRETTSPIELE, "act")
    await wait_for_answers(pocket, actor)
    assert [text_of(message) for message in await messages_shown(pocket)] == ["one", "two"]
    assert [status for _, status in await first_answers(pocket)] == [None, 400]


@pytest.mark.usefixtures("actor")
async def test_a_dropped_connection_is_retried(pocket: Pocket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responder, "FIRST_TIMEOUT", 0.1)
    await pocket.control.fault("drop", CALLBACK, seconds=2.0)
    outcome = await pocket.anna.command(BRETTSPIELE, "act")
    assert outcome["status"] == "answered"


async def test_no_retry_after_the_last_moment(
    pocket: Pocket, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "LAST_TRY", 0.2)
    await pocket.control.fault("status", CALLBACK, status=503, times=100)
    unanswered = asyncio.create_task(pocket.anna.command(BRETTSPIELE, "act"))
    await wait_for_answers(pocket, actor)
    assert actor.done[0].is_lost
    assert not actor.done[0].has_answered
    tries = len(await first_answers(pocket))
    assert 2 <= tries <= 4
    assert await requests(pocket, "/webhooks/") == []
    unanswered.cancel()


async def test_an_unconfirmed_deferral_is_completed(
    pocket: Pocket, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "DEFER_AFTER", 0.02)
    await pocket.control.fault("reset", CALLBACK, when="after")
    gate, actor.act = with_gate(say_hello)
    await pocket.anna.command(BRETTSPIELE, "act")
    gate.set()
    await wait_for_answers(pocket, actor)
    assert [text_of(message) for message in await messages_shown(pocket)] == ["hello"]


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("spoilt", ["reset", "status"])
async def test_a_completion_is_retried(pocket: Pocket, actor: Actor, spoilt: str) -> None:
    await pocket.control.fault(spoilt, "/messages/@original$", "PATCH", status=503, times=2)
    gate, actor.act = with_gate(say_hello)
    await pocket.anna.command(BRETTSPIELE, "act")
    gate.set()
    await wait_for_answers(pocket, actor)
    assert [text_of(message) for message in await messages_shown(pocket)] == ["hello"]


async def test_a_refused_panel_update_becomes_a_new_message(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]

    async def turn(interaction: discord.Interaction) -> None:
        await Answers(interaction).turn_page(panel("second"), [board()])

    actor.act = turn
    await pocket.control.fault("status", CALLBACK, status=400, code=50035)
    outcome = await pocket.anna.press(message, custom_ids.write("go"))
    assert outcome["callback_type"] == MESSAGE
    assert text_of(outcome["message"]) == "**second**"


async def test_a_rate_limited_edit_becomes_a_new_message(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]

    async def turn(interaction: discord.Interaction) -> None:
        await Answers(interaction).turn_page(panel("second"), [board()])

    actor.act = turn
    await pocket.control.fault("status", CALLBACK, status=429, retry_after=6.0)
    outcome = await pocket.anna.press(message, custom_ids.write("go"))
    assert outcome["callback_type"] == MESSAGE
    assert text_of(outcome["message"]) == "**second**"


async def test_an_answer_refused_twice_falls_back_to_plain_text(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]

    async def turn(interaction: discord.Interaction) -> None:
        await Answers(interaction).turn_page(panel("second"), [board()])

    actor.act = turn
    await pocket.control.fault("status", CALLBACK, status=400, code=50035, times=2)
    outcome = await pocket.anna.press(message, custom_ids.write("go"))
    assert outcome["callback_type"] == MESSAGE
    assert outcome["message"]["content"] == "**second**\nan empty board"
    assert outcome["message"]["components"] == []


@pytest.mark.assumes("deferral", "layout-sums")
@pytest.mark.usefixtures("hasty")
async def test_a_refused_completion_falls_back_to_plain_text(pocket: Pocket, actor: Actor) -> None:
    await pocket.control.fault("status", "/messages/@original$", "PATCH", status=400, code=50035)
    gate, actor.act = with_gate(say_hello)
    await pocket.anna.command(BRETTSPIELE, "act")
    gate.set()
    await wait_for_answers(pocket, actor)
    (message,) = await messages_shown(pocket)
    assert message["content"] == "hello"


async def test_an_update_reports_whether_it_was_accepted(pocket: Pocket, actor: Actor) -> None:
    answers: list[bool] = []

    async def twice(interaction: discord.Interaction) -> None:
        answers.append(await Answers(interaction).update(view=layouts.note("once")))
        answers.append(await Answers(interaction).update(view=layouts.note("twice")))
        answers.append(await Answers(interaction).update(view=layouts.note("thrice")))

    async def show_note(interaction: discord.Interaction) -> None:
        row = layouts.buttons(layouts.button("Go", custom_ids.write("go")))
        await Answers(interaction).show(layouts.page(layouts.text("first"), row))

    actor.act = show_note
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]
    actor.act = twice
    await pocket.control.fault("status", CALLBACK, status=400, code=50035)
    await pocket.anna.press(message, custom_ids.write("go"))
    await wait_for_answers(pocket, actor, 2)
    assert answers == [False, True, True]
    assert [text_of(answer) for answer in await messages_shown(pocket)] == ["thrice"]


async def test_turning_a_page_after_a_command_sends_a_message(pocket: Pocket, actor: Actor) -> None:
    async def turn(interaction: discord.Interaction) -> None:
        await Answers(interaction).turn_page(layouts.note("a page"))

    actor.act = turn
    outcome = await pocket.anna.command(BRETTSPIELE, "act")
    assert text_of(outcome["message"]) == "a page"


@pytest.mark.assumes("three-seconds")
async def test_an_expired_interaction_is_not_retried(
    pocket: Pocket, actor: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    await pocket.control.fault("status", CALLBACK, status=404, code=10062, times=5)
    unanswered = asyncio.create_task(pocket.anna.command(BRETTSPIELE, "act"))
    await wait_for_answers(pocket, actor)
    assert len(await first_answers(pocket)) == 1
    assert actor.done[0].is_lost
    assert not [record for record in caplog.records if record.levelname in {"WARNING", "ERROR"}]
    unanswered.cancel()
