"""Answers over a playground: in time, completed after a deferral, sent again where the line fails."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord
import pytest
from discord.ext import commands
from PIL import Image

from bot.chat.core import custom_ids
from bot.chat.core.interactions import responder
from bot.chat.core.interactions.answers import Answers, FormTooLate
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.messages import layouts
from bot.chat.core.network_errors import UNREACHABLE
from bot.chat.core.pictures import Picture
from playground.interactions import callbacks
from playground.rest.faults import Fault
from tests.pocket import BRETTSPIELE, Json, Pocket, pocket, text_of

__all__ = ["pocket"]

EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
MESSAGE, THINKING, HELD, UPDATED, FORM = 4, 5, 6, 7, 9
CALLBACK = "/callback$"

Act = Callable[[discord.Interaction], Awaitable[None]]


async def say_hello(interaction: discord.Interaction) -> None:
    await Answers(interaction).tell("hello")


class Actor(commands.AutoShardedBot):
    """A bot that does with every interaction what the test says."""

    def __init__(self) -> None:
        super().__init__(
            command_prefix=(),
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0.05,
            chunk_guilds_at_startup=False,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.act: Act = say_hello
        self.done: list[Responder] = []

        @self.tree.command(name="act", description="Act")
        async def act(interaction: discord.Interaction) -> None:
            await self.serve(interaction)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await self.serve(interaction)

    async def serve(self, interaction: discord.Interaction) -> None:
        mine = Responder.of(interaction)
        async with mine.in_time():
            await self.act(interaction)
        self.done.append(mine)


@pytest.fixture
async def actor(pocket: Pocket) -> AsyncIterator[Actor]:
    async with Actor() as bot:
        running = asyncio.create_task(bot.start(pocket.playground.token))
        await asyncio.wait(
            {running, asyncio.create_task(bot.wait_until_ready())}, return_when="FIRST_COMPLETED"
        )
        yield bot
        await bot.close()
        with suppress(asyncio.CancelledError):
            await running


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Defer almost at once, so that no test has to wait."""
    monkeypatch.setattr(responder, "DEFER_AFTER", 0.02)


def board() -> Picture:
    data = io.BytesIO()
    Image.new("P", (4, 4)).save(data, "PNG")
    return Picture(data.getvalue(), "an empty board")


def panel(text: str) -> discord.ui.LayoutView:
    return layouts.page(
        layouts.text(text),
        layouts.picture("an empty board"),
        layouts.buttons(layouts.button("Go", custom_ids.write("go"))),
    )


async def show_panel(interaction: discord.Interaction) -> None:
    await Answers(interaction).show(panel("first"), [board()])


async def requests(pocket: Pocket, path: str) -> list[Json]:
    return [entry for entry in await pocket.control.requests() if path in entry["path"]]


async def first_answers(pocket: Pocket) -> list[tuple[int, int | None]]:
    """Return type and status of every callback."""
    return [(entry["json"]["type"], entry["status"]) for entry in await requests(pocket, "/callback")]


async def finished(pocket: Pocket, actor: Actor, number: int = 1) -> None:
    async def all_done() -> bool:
        return len(actor.done) >= number

    await pocket.until(all_done, f"{number} answers given")


def gated(act: Act) -> tuple[asyncio.Event, Act]:
    """Return an act that waits for an event, and the event."""
    gate = asyncio.Event()

    async def waiting(interaction: discord.Interaction) -> None:
        await gate.wait()
        await act(interaction)

    return gate, waiting


async def shown(pocket: Pocket) -> list[Json]:
    return await pocket.anna.messages(BRETTSPIELE)


@pytest.mark.usefixtures("hasty")
async def test_a_slow_command_is_deferred_and_completed(pocket: Pocket, actor: Actor) -> None:
    gate, actor.act = gated(show_panel)
    outcome = await pocket.anna.command(BRETTSPIELE, "act")
    assert outcome["callback_type"] == THINKING
    gate.set()
    await finished(pocket, actor)
    (deferral,) = await requests(pocket, "/callback")
    assert deferral["json"]["data"] == {"flags": EPHEMERAL}
    (completion,) = await requests(pocket, "@original")
    assert completion["json"]["flags"] & COMPONENTS_V2
    assert completion["json"]["attachments"] == [
        {"id": 0, "filename": "board.png", "description": "an empty board"}
    ]
    (message,) = await shown(pocket)
    assert text_of(message) == "first"
    assert actor.done[0].told


@pytest.mark.usefixtures("hasty")
async def test_what_comes_after_the_completion_is_a_message_of_its_own(pocket: Pocket, actor: Actor) -> None:
    async def two(interaction: discord.Interaction) -> None:
        await Answers(interaction).tell("one")
        await Answers(interaction).tell("two")

    gate, actor.act = gated(two)
    await pocket.anna.command(BRETTSPIELE, "act")
    gate.set()
    await finished(pocket, actor)
    assert [text_of(message) for message in await shown(pocket)] == ["one", "two"]


@pytest.mark.usefixtures("hasty")
async def test_a_slow_panel_is_held_and_turned(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]

    async def turn(interaction: discord.Interaction) -> None:
        await Answers(interaction).turn_page(panel("second"), [board()])

    gate, actor.act = gated(turn)
    outcome = await pocket.anna.press(message, custom_ids.write("go"))
    assert outcome["callback_type"] == HELD
    gate.set()
    await finished(pocket, actor, 2)
    (only,) = await shown(pocket)
    assert only["id"] == message["id"]
    assert text_of(only) == "second"


@pytest.mark.usefixtures("hasty")
async def test_a_slow_press_may_still_be_answered_by_a_new_message(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]
    gate, actor.act = gated(say_hello)
    outcome = await pocket.anna.press(message, custom_ids.write("go"))
    assert outcome["callback_type"] == HELD
    gate.set()
    await finished(pocket, actor, 2)
    assert [text_of(one) for one in await shown(pocket)] == ["first", "hello"]
    assert all(one["flags"] & EPHEMERAL for one in await shown(pocket))


async def post_hello(interaction: discord.Interaction) -> None:
    await Answers(interaction).post("hello <@1>", discord.ui.View(), [board()])


@pytest.mark.assumes("public-answer")
@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.usefixtures("hasty")
async def test_a_press_may_be_answered_for_everybody(pocket: Pocket, actor: Actor, *, slow: bool) -> None:
    await pocket.control.deny(BRETTSPIELE, "SEND_MESSAGES", "ATTACH_FILES")
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]
    gate, actor.act = gated(post_hello)
    if not slow:
        gate.set()
    outcome = await pocket.anna.press(message, custom_ids.write("go"))
    assert outcome["callback_type"] in ({HELD} if slow else {MESSAGE, HELD})
    gate.set()
    await finished(pocket, actor, 2)
    (seen,) = await pocket.ben.messages(BRETTSPIELE)
    assert (seen["content"], seen["mention_ids"]) == ("hello <@1>", [])
    assert [file["filename"] for file in seen["attachments"]] == ["board.png"]


@pytest.mark.usefixtures("hasty")
async def test_what_is_promised_to_one_is_not_posted_for_everybody(pocket: Pocket, actor: Actor) -> None:
    gate, actor.act = gated(post_hello)
    await pocket.anna.command(BRETTSPIELE, "act")
    gate.set()
    await finished(pocket, actor)
    assert await pocket.ben.messages(BRETTSPIELE) == []
    assert [text_of(one) for one in await shown(pocket)] == ["hello <@1>"]


def form() -> discord.ui.Modal:
    made = layouts.form("A form", custom_ids.write("sent"))
    return made.add_item(layouts.field("name", "Name", "Your name", "", 10))


async def show_form(interaction: discord.Interaction) -> None:
    try:
        await Answers(interaction).ask(form())
    except FormTooLate:
        await Answers(interaction).tell("too late")


@pytest.mark.assumes("forms")
async def test_a_form_is_shown(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_form
    assert (await pocket.anna.command(BRETTSPIELE, "act"))["callback_type"] == FORM
    await finished(pocket, actor)
    assert actor.done[0].told


@pytest.mark.assumes("forms")
@pytest.mark.usefixtures("hasty")
async def test_no_form_follows_a_deferral(pocket: Pocket, actor: Actor) -> None:
    gate, actor.act = gated(show_form)
    assert (await pocket.anna.command(BRETTSPIELE, "act"))["callback_type"] == THINKING
    gate.set()
    await finished(pocket, actor)
    assert [text_of(one) for one in await shown(pocket)] == ["too late"]


@pytest.mark.parametrize("from_message", [False, True])
@pytest.mark.usefixtures("hasty")
async def test_a_slow_form_is_deferred(pocket: Pocket, actor: Actor, from_message: bool) -> None:
    message = None
    if from_message:
        actor.act = show_panel
        message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]
    actor.act = show_form
    asked = await (
        pocket.anna.command(BRETTSPIELE, "act")
        if message is None
        else pocket.anna.press(message, custom_ids.write("go"))
    )
    gate, actor.act = gated(say_hello)
    outcome = await pocket.anna.submit(BRETTSPIELE, asked["modal"], message, name="Anna")
    assert outcome["callback_type"] == (HELD if from_message else THINKING)
    gate.set()
    await finished(pocket, actor, 3 if from_message else 2)
    assert text_of((await shown(pocket))[-1]) == "hello"


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
async def test_a_first_answer_is_sent_until_it_arrives(
    pocket: Pocket, actor: Actor, spoilt: dict[str, Any], when: str
) -> None:
    order = {"path": CALLBACK, "method": "POST", "when": when} | spoilt
    await pocket.line.ask("POST", "/playground/control/faults", order)
    actor.act = show_panel
    outcome = await pocket.anna.command(BRETTSPIELE, "act")
    assert outcome["callback_type"] == MESSAGE
    await finished(pocket, actor)
    assert actor.done[0].told
    assert [text_of(one) for one in await shown(pocket)] == ["first"]
    actor.act = say_hello
    assert await pocket.anna.command(BRETTSPIELE, "act")


NAMELESS = {"without a time to wait": {"message": "limited"}, "a page of HTML": "<html>limited</html>"}


@pytest.fixture(params=NAMELESS.values(), ids=list(NAMELESS))
def nameless_limit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a 429 not say how long to wait."""
    monkeypatch.setattr(Fault, "body", lambda _fault: request.param)


@pytest.mark.usefixtures("nameless_limit")
async def test_a_limit_without_a_time_to_wait_passes(pocket: Pocket, actor: Actor) -> None:
    await pocket.control.fault("status", CALLBACK, status=429)
    outcome = await pocket.anna.command(BRETTSPIELE, "act")
    assert outcome["status"] == "answered"
    await finished(pocket, actor)
    assert [status for _, status in await first_answers(pocket)] == [429, 200]


@pytest.mark.usefixtures("nameless_limit")
async def test_discord_py_fails_on_a_limit_without_a_time_to_wait(pocket: Pocket, actor: Actor) -> None:
    """What it raises there counts as unreachable; else it would pass for a mistake of ours."""
    await pocket.control.fault("status", f"/channels/{BRETTSPIELE}/messages$", "POST", status=429)
    channel = actor.get_channel(int(BRETTSPIELE))
    assert isinstance(channel, discord.TextChannel)
    with pytest.raises(UNREACHABLE):
        await channel.send("hello")


async def test_what_follows_an_answer_that_had_arrived_is_a_further_message(
    pocket: Pocket, actor: Actor
) -> None:
    async def two(interaction: discord.Interaction) -> None:
        await Answers(interaction).tell("one")
        await Answers(interaction).tell("two")

    await pocket.control.fault("reset", CALLBACK, when="after")
    actor.act = two
    await pocket.anna.command(BRETTSPIELE, "act")
    await finished(pocket, actor)
    assert [text_of(message) for message in await shown(pocket)] == ["one", "two"]
    assert [status for _, status in await first_answers(pocket)] == [None, 400]


@pytest.mark.usefixtures("actor")
async def test_a_silent_line_is_tried_again(pocket: Pocket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responder, "FIRST_TIMEOUT", 0.1)
    await pocket.control.fault("drop", CALLBACK, seconds=2.0)
    outcome = await pocket.anna.command(BRETTSPIELE, "act")
    assert outcome["status"] == "answered"


async def test_after_the_last_moment_nothing_is_tried(
    pocket: Pocket, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "LAST_TRY", 0.2)
    await pocket.control.fault("status", CALLBACK, status=503, times=100)
    unanswered = asyncio.create_task(pocket.anna.command(BRETTSPIELE, "act"))
    await finished(pocket, actor)
    assert actor.done[0].lost
    assert not actor.done[0].told
    tries = len(await first_answers(pocket))
    assert 2 <= tries <= 4
    assert await requests(pocket, "/webhooks/") == []
    unanswered.cancel()


async def test_a_deferral_that_had_arrived_is_completed(
    pocket: Pocket, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "DEFER_AFTER", 0.02)
    await pocket.control.fault("reset", CALLBACK, when="after")
    gate, actor.act = gated(say_hello)
    await pocket.anna.command(BRETTSPIELE, "act")
    gate.set()
    await finished(pocket, actor)
    assert [text_of(message) for message in await shown(pocket)] == ["hello"]


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("spoilt", ["reset", "status"])
async def test_a_completion_is_sent_again(pocket: Pocket, actor: Actor, spoilt: str) -> None:
    await pocket.control.fault(spoilt, "/messages/@original$", "PATCH", status=503, times=2)
    gate, actor.act = gated(say_hello)
    await pocket.anna.command(BRETTSPIELE, "act")
    gate.set()
    await finished(pocket, actor)
    assert [text_of(message) for message in await shown(pocket)] == ["hello"]


async def test_a_refused_panel_goes_on_in_a_new_message(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]

    async def turn(interaction: discord.Interaction) -> None:
        await Answers(interaction).turn_page(panel("second"), [board()])

    actor.act = turn
    await pocket.control.fault("status", CALLBACK, status=400, code=50035)
    outcome = await pocket.anna.press(message, custom_ids.write("go"))
    assert outcome["callback_type"] == MESSAGE
    assert text_of(outcome["message"]) == "second"


async def test_where_edits_of_old_messages_are_limited_a_new_message_answers(
    pocket: Pocket, actor: Actor
) -> None:
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]

    async def turn(interaction: discord.Interaction) -> None:
        await Answers(interaction).turn_page(panel("second"), [board()])

    actor.act = turn
    await pocket.control.fault("status", CALLBACK, status=429, retry_after=6.0)
    outcome = await pocket.anna.press(message, custom_ids.write("go"))
    assert outcome["callback_type"] == MESSAGE
    assert text_of(outcome["message"]) == "second"


async def test_what_is_refused_twice_is_said_in_plain_words(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]

    async def turn(interaction: discord.Interaction) -> None:
        await Answers(interaction).turn_page(panel("second"), [board()])

    actor.act = turn
    await pocket.control.fault("status", CALLBACK, status=400, code=50035, times=2)
    outcome = await pocket.anna.press(message, custom_ids.write("go"))
    assert outcome["callback_type"] == MESSAGE
    assert outcome["message"]["content"] == "second\nan empty board"
    assert outcome["message"]["components"] == []


@pytest.mark.assumes("deferral", "layout-sums")
@pytest.mark.usefixtures("hasty")
async def test_a_refused_completion_is_said_in_plain_words(pocket: Pocket, actor: Actor) -> None:
    await pocket.control.fault("status", "/messages/@original$", "PATCH", status=400, code=50035)
    gate, actor.act = gated(say_hello)
    await pocket.anna.command(BRETTSPIELE, "act")
    gate.set()
    await finished(pocket, actor)
    (message,) = await shown(pocket)
    assert message["content"] == "hello"


async def test_an_update_says_whether_it_was_taken(pocket: Pocket, actor: Actor) -> None:
    taken: list[bool] = []

    async def twice(interaction: discord.Interaction) -> None:
        taken.append(await Answers(interaction).update(view=layouts.note("once")))
        taken.append(await Answers(interaction).update(view=layouts.note("twice")))
        taken.append(await Answers(interaction).update(view=layouts.note("thrice")))

    async def show_note(interaction: discord.Interaction) -> None:
        row = layouts.buttons(layouts.button("Go", custom_ids.write("go")))
        await Answers(interaction).show(layouts.page(layouts.text("first"), row))

    actor.act = show_note
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]
    actor.act = twice
    await pocket.control.fault("status", CALLBACK, status=400, code=50035)
    await pocket.anna.press(message, custom_ids.write("go"))
    await finished(pocket, actor, 2)
    assert taken == [False, True, True]
    assert [text_of(one) for one in await shown(pocket)] == ["thrice"]


async def test_a_command_has_no_message_to_change(pocket: Pocket, actor: Actor) -> None:
    async def turn(interaction: discord.Interaction) -> None:
        await Answers(interaction).turn_page(layouts.note("a page"))

    actor.act = turn
    outcome = await pocket.anna.command(BRETTSPIELE, "act")
    assert text_of(outcome["message"]) == "a page"


@pytest.mark.assumes("three-seconds")
async def test_an_interaction_that_is_over_is_left_alone(
    pocket: Pocket, actor: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    await pocket.control.fault("status", CALLBACK, status=404, code=10062, times=5)
    unanswered = asyncio.create_task(pocket.anna.command(BRETTSPIELE, "act"))
    await finished(pocket, actor)
    assert len(await first_answers(pocket)) == 1
    assert actor.done[0].lost
    assert not [record for record in caplog.records if record.levelname in {"WARNING", "ERROR"}]
    unanswered.cancel()


@pytest.fixture
def slow_confirmations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Confirm no message within the time of a first answer, though it arrives."""
    monkeypatch.setattr(responder, "DEFER_AFTER", 0.02)
    monkeypatch.setattr(responder, "FIRST_TIMEOUT", 0.1)
    monkeypatch.setattr(responder, "LAST_TRY", 0.3)


async def confirm_late(pocket: Pocket) -> None:
    await pocket.control.fault("delay", CALLBACK, when="after", seconds=0.6, times=9)


async def posted_board(pocket: Pocket, actor: Actor) -> Json:
    """Return a message that everybody sees, with a button."""
    channel = actor.get_channel(int(BRETTSPIELE))
    assert isinstance(channel, discord.TextChannel)
    view = discord.ui.View().add_item(layouts.button("Go", custom_ids.write("go")))
    await channel.send("a board", view=view)
    return (await pocket.anna.messages(BRETTSPIELE))[-1]


@pytest.mark.assumes("slow-confirmations")
@pytest.mark.usefixtures("slow_confirmations")
async def test_a_page_follows_a_deferral_confirmed_late(pocket: Pocket, actor: Actor) -> None:
    gate, actor.act = gated(show_panel)
    await confirm_late(pocket)
    asyncio.get_running_loop().call_later(0.1, gate.set)
    await pocket.anna.command(BRETTSPIELE, "act")
    await finished(pocket, actor)
    assert [text_of(message) for message in await shown(pocket)] == ["first"]
    assert actor.done[0].told
    assert actor.done[0].answered_after is not None


@pytest.mark.assumes("slow-confirmations")
@pytest.mark.usefixtures("slow_confirmations")
async def test_a_late_deferral_leaves_the_public_board(pocket: Pocket, actor: Actor) -> None:
    message = await posted_board(pocket, actor)
    gate, actor.act = gated(say_hello)
    await confirm_late(pocket)
    asyncio.get_running_loop().call_later(0.1, gate.set)
    await pocket.anna.press(message, custom_ids.write("go"))
    await finished(pocket, actor)
    seen, private = await shown(pocket)
    assert (seen["content"], text_of(private)) == ("a board", "hello")
    assert private["flags"] & EPHEMERAL
    assert [post["content"] for post in await pocket.ben.messages(BRETTSPIELE)] == ["a board"]
    assert not [entry for entry in await requests(pocket, "@original") if entry["method"] == "PATCH"]


@pytest.mark.usefixtures("slow_confirmations")
async def test_a_late_deferral_lets_the_board_change(pocket: Pocket, actor: Actor) -> None:
    message = await posted_board(pocket, actor)

    async def change(interaction: discord.Interaction) -> None:
        await Answers(interaction).update(view=None, content="a new board")

    gate, actor.act = gated(change)
    await confirm_late(pocket)
    asyncio.get_running_loop().call_later(0.1, gate.set)
    await pocket.anna.press(message, custom_ids.write("go"))
    await finished(pocket, actor)
    assert [post["content"] for post in await pocket.ben.messages(BRETTSPIELE)] == ["a new board"]
    assert actor.done[0].told


@pytest.mark.usefixtures("slow_confirmations")
@pytest.mark.parametrize("act", [show_panel, post_hello], ids=["private", "public"])
async def test_an_answer_confirmed_late_stands_once(pocket: Pocket, actor: Actor, act: Act) -> None:
    message = await posted_board(pocket, actor)
    actor.act = act
    await confirm_late(pocket)
    await pocket.anna.press(message, custom_ids.write("go"))
    await finished(pocket, actor)
    assert len(await shown(pocket)) == 2
    assert actor.done[0].told


@pytest.mark.usefixtures("slow_confirmations")
async def test_a_panel_turned_late_stands_once(pocket: Pocket, actor: Actor) -> None:
    actor.act = show_panel
    message = (await pocket.anna.command(BRETTSPIELE, "act"))["message"]

    async def turn(interaction: discord.Interaction) -> None:
        await Answers(interaction).turn_page(panel("second"), [board()])

    actor.act = turn
    await confirm_late(pocket)
    await pocket.anna.press(message, custom_ids.write("go"))
    await finished(pocket, actor, 2)
    assert [text_of(answer) for answer in await shown(pocket)] == ["second"]
    assert actor.done[1].told


@pytest.mark.usefixtures("slow_confirmations")
@pytest.mark.parametrize("pressed", [False, True])
async def test_after_a_lost_deferral_one_try_is_made(pocket: Pocket, actor: Actor, *, pressed: bool) -> None:
    message = await posted_board(pocket, actor)
    before = len(await requests(pocket, "/webhooks/"))
    gate, actor.act = gated(say_hello)
    await pocket.control.fault("drop", CALLBACK, seconds=5.0, times=9)
    asyncio.get_running_loop().call_later(0.1, gate.set)
    asked = asyncio.create_task(
        pocket.anna.press(message, custom_ids.write("go"))
        if pressed
        else pocket.anna.command(BRETTSPIELE, "act")
    )
    await finished(pocket, actor)
    assert actor.done[0].lost
    assert not actor.done[0].told
    assert [entry["status"] for entry in (await requests(pocket, "/webhooks/"))[before:]] == [404]
    asked.cancel()


@pytest.mark.assumes("deferred-in-archived")
@pytest.mark.usefixtures("hasty")
async def test_a_page_waits_for_its_archived_thread(
    pocket: Pocket, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(callbacks, "ARCHIVED_SECONDS", 1.0)
    monkeypatch.setattr(responder, "LATER_TIMEOUT", 0.2)
    gate, actor.act = gated(say_hello)
    thread = await pocket.anna.open_thread(BRETTSPIELE, "a game")
    assert (await pocket.anna.command(thread, "act"))["callback_type"] == THINKING
    await pocket.control.archive(thread)
    gate.set()

    async def tried() -> bool:
        return bool(await requests(pocket, "@original"))

    await pocket.until(tried, "a first try")
    await pocket.control.archive(thread, archived=False)
    await finished(pocket, actor)
    assert [text_of(message) for message in await pocket.anna.messages(thread)] == ["hello"]
    assert actor.done[0].told


@pytest.mark.assumes("tokens-end-early")
async def test_a_token_that_ends_early_is_not_tried_again(
    pocket: Pocket, actor: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    async def many(interaction: discord.Interaction) -> None:
        await Answers(interaction).tell("one")
        await pocket.control.fault("status", "/webhooks/", code=10015, times=9)
        await Answers(interaction).tell("two")
        await Answers(interaction).tell("three")

    actor.act = many
    await pocket.anna.command(BRETTSPIELE, "act")
    await finished(pocket, actor)
    assert [entry["status"] for entry in await requests(pocket, "/webhooks/")] == [404]
    assert actor.done[0].lost
    assert not [record for record in caplog.records if record.levelname in {"WARNING", "ERROR"}]


@pytest.mark.assumes("tokens-end-early")
async def test_no_request_is_made_with_an_expired_token(
    pocket: Pocket, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def two(interaction: discord.Interaction) -> None:
        await Answers(interaction).tell("one")
        monkeypatch.setattr(responder, "TOKEN_USED_FOR", 0.0)
        await Answers(interaction).tell("two")
        await Answers(interaction).revise(panel("three"))

    actor.act = two
    await pocket.anna.command(BRETTSPIELE, "act")
    await finished(pocket, actor)
    assert await requests(pocket, "/webhooks/") == []
    assert [text_of(message) for message in await shown(pocket)] == ["one"]
    assert actor.done[0].lost


@pytest.mark.assumes("five-follow-ups")
async def test_what_goes_beyond_five_follow_ups_elsewhere_is_lost_without_more_ado(
    pocket: Pocket, actor: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    async def many(interaction: discord.Interaction) -> None:
        for number in range(8):
            await Answers(interaction).tell(str(number))

    actor.act = many
    await pocket.control.install(pocket.anna.id)
    server = await pocket.control.add_guild("Elsewhere", present=False)
    channel = await pocket.control.add_channel(server, "here")
    await pocket.anna.command(channel, "act")
    await finished(pocket, actor)
    assert [text_of(message) for message in await pocket.anna.messages(channel)] == list("012345")
    assert actor.done[0].lost
    tried = [entry for entry in await requests(pocket, "/webhooks/") if entry["method"] == "POST"]
    assert [entry["status"] for entry in tried] == [200] * 5 + [400]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
