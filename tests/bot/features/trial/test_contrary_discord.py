"""Each step of a trial on a Discord that contradicts all assumptions: every difference is reported."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.pictures import Pictures
from bot.features.trial import script
from bot.features.trial.attempts import Payload
from bot.features.trial.pages import report
from bot.features.trial.services import TrialServices
from bot.features.trial.steps.all_steps import STEPS
from bot.features.trial.steps.ring_step import UNTIL_LOCKED
from bot.features.trial.steps.step import StepOutcome, TrialAction
from bot.features.trial.trial_state import DiscordTrial
from bot.locale import Texts
from bot.model.events.instructions import DeleteTrial
from bot.model.servers.server_rules import ServerRules
from tests.bot.chat.posted import refusal
from tests.bot.support.fakes import ANNA
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SERVER, CHANNEL, NOT_A_MEMBER = 7, 70, 10007
EVERYTHING = discord.Permissions.all()


@dataclass
class ContraryDiscord:
    """A contrary Discord: client, HTTP client, places and messages in one.

    `archives`: threads are archived as they should be; `joins`: a mention alone adds a person to a thread;
    `marks`: private edits mark people; `sent`: the content and options of messages and posts.
    """

    archives: bool = False
    joins: bool = True
    marks: bool = True
    rights: discord.Permissions = EVERYTHING
    forums: list[Any] = field(default_factory=list)
    sent: list[tuple[tuple[Any, ...], dict[str, Any]]] = field(default_factory=list)
    user: Any = field(default_factory=lambda: SimpleNamespace(id=100))
    numbers: "count[int]" = field(default_factory=lambda: count(900))

    @property
    def http(self) -> Any:
        return self

    def get_guild(self, _server: int) -> Any:
        place = SimpleNamespace(permissions_for=lambda _: self.rights)
        return SimpleNamespace(
            unavailable=False, me=None, get_channel=lambda _: place, channels=[place], forums=self.forums
        )

    def get_partial_messageable(self, _channel: int) -> "ContraryDiscord":
        return self

    def message(self) -> Any:
        file = SimpleNamespace(id=next(self.numbers), filename="other.png", description="other", size=1)
        message = SimpleNamespace(
            id=next(self.numbers),
            channel=SimpleNamespace(id=CHANNEL),
            attachments=[file, file],
            mentions=[SimpleNamespace(id=5), SimpleNamespace(id=ANNA.id)],
            created_at=NOON.replace(year=2020),
            content="",
            components=[],
            flags=discord.MessageFlags(),
            type=discord.MessageType.channel_name_change,
            reference=None,
        )

        async def edit(**_: Any) -> Any:
            return self.message()

        async def delete() -> None:
            return None

        message.edit, message.delete = edit, delete
        return message

    async def send(self, *words: Any, **options: Any) -> Any:
        self.sent.append((words, options))
        return self.message()

    async def history(self, **_: Any) -> AsyncIterator[Any]:
        yield self.message()

    async def fetch_message(self, _message: int) -> Any:
        return self.message()

    async def fetch_channel(self, _channel: int) -> Any:
        if self.archives:
            thread = Mock(spec=discord.Thread)
            thread.configure_mock(archived=True, id=1)
            return thread
        return SimpleNamespace(id=1, last_message_id=1)

    async def fetch_guild(self, _server: int, **_: Any) -> Any:
        async def fetch_channels() -> list[Any]:
            return [SimpleNamespace(id=1)]

        return SimpleNamespace(fetch_channels=fetch_channels)

    async def request(self, route: discord.http.Route, **_: Any) -> Payload:
        if "thread-members" in route.path and not self.joins:
            raise refusal(404, NOT_A_MEMBER)
        return {"mentions": [{"id": "5"}] * self.marks, "attachments": [{"id": "1"}, {"id": "2"}], "flags": 0}

    async def start_private_message(self, _person: int) -> Payload:
        return {"id": str(next(self.numbers))}

    async def start_thread_with_message(self, *_: Any, **__: Any) -> Payload:
        return {"id": "1"}

    async def edit_channel(self, *_: Any, **options: Any) -> Payload:
        archived = self.archives and bool(options.get("archived"))
        return {"name": "other", "thread_metadata": {"archived": archived}}

    async def leave_thread(self, _thread: int) -> None:
        return None

    async def join_thread(self, _thread: int) -> None:
        return None

    async def wait_for(self, *_: Any, **__: Any) -> None:
        raise TimeoutError


@dataclass
class Leftovers:
    """Records scheduled deletions."""

    deletions: list[DeleteTrial] = field(default_factory=list)

    async def keep(self, *posted: DeleteTrial) -> None:
        self.deletions += posted


def make_trial(client: Any, step: str) -> DiscordTrial:
    unused: Any = None

    async def pause(_seconds: float) -> None:
        return None

    leftovers: Any = Leftovers()
    services = TrialServices(
        unused, rules.GAMES, unused, unused, leftovers, unused, lambda: NOON, 0, lambda: None, pause
    )
    texts, pictures = Texts.load(), Pictures(GALLERY)
    return DiscordTrial(
        services, client, "ab12", SERVER, CHANNEL, ANNA.id, texts.language("en"), pictures, NOON, (step,)
    )


def outcome(trial: DiscordTrial) -> str:
    """Return the report's differences, and the places and messages deleted at the end."""
    lines = [line for line in report(trial).splitlines() if "instead" in line]
    leftovers = trial.services.leftovers
    assert isinstance(leftovers, Leftovers)
    deletions = [
        f"delete in {deletion.channel}: {'it' if deletion.message is None else 'a message'}"
        for deletion in leftovers.deletions
    ]
    return "\n".join([*lines, "", *deletions, ""])


@pytest.mark.parametrize(
    ("step", "archives", "joins"),
    [
        ("board", False, True),
        ("thread", False, True),
        ("thread", True, False),
        ("direct", False, True),
    ],
)
async def test_every_deviation_is_reported(
    approved: SnapshotAssertion, step: str, *, archives: bool, joins: bool
) -> None:
    client = ContraryDiscord(archives, joins)
    trial = make_trial(client, step)
    trial.board = client.message()
    await STEPS[step].begin(trial)
    assert outcome(trial) == approved(name=f"{step}{'-archived' * archives}")


def press(
    client: Any, action: str, argument: str = "", typed: str = "other", **interaction: Any
) -> TrialAction:
    """Return a press with the interaction and context that the tests below need."""
    fields = {"id": 1, "token": "t", "application_id": 9, "extras": {}, "client": client, **interaction}

    async def show_page(*_: Any) -> None:
        return None

    context: Any = SimpleNamespace(
        interaction=SimpleNamespace(**fields),
        choices=lambda: ("other",),
        form_texts={"move": typed},
        show=show_page,
        show_page=show_page,
    )
    return TrialAction(context, action, argument)


async def test_a_contrary_private_page_is_reported(approved: SnapshotAssertion) -> None:
    client = ContraryDiscord(marks=False)
    trial, page = make_trial(client, "page"), STEPS["page"]
    trial.board, pressed, answer, public = (client.message() for _ in range(4))
    pressed.components = [SimpleNamespace(custom_id="other")]
    public.flags = discord.MessageFlags(ephemeral=True)
    answer.components = [Mock(spec=discord.MediaGalleryComponent)]
    answer.components[0].items = [SimpleNamespace(media=SimpleNamespace(url="https://cdn", attachment_id=1))]

    async def follow_up(*_: Any, **__: Any) -> Any:
        return public

    async def original_response() -> Any:
        return answer

    confirmation: dict[str, Any] = {
        "followup": SimpleNamespace(send=follow_up),
        "original_response": original_response,
    }
    outcomes = [
        await page.act(trial, reply)
        for reply in (
            press(client, "choose"),
            press(client, "confirm"),
            press(client, "move", message=pressed),
            press(client, "move", message=trial.board),
            press(client, "confirm"),
            press(client, "choose"),
            press(client, "confirm", **confirmation),
        )
    ]
    assert outcomes == [StepOutcome.STAY] * 6 + [StepOutcome.DONE], "presses out of turn change nothing"
    assert trial.plies == 1
    assert outcome(trial) == approved(name="page")


@pytest.mark.parametrize("manages", [False, True])
async def test_a_contrary_forum_is_reported(approved: SnapshotAssertion, *, manages: bool) -> None:
    missing = discord.Permissions(manage_threads=not manages)
    client = ContraryDiscord(joins=False, rights=discord.Permissions(EVERYTHING.value & ~missing.value))
    trial, step, posts = make_trial(client, "forum"), STEPS["forum"], list[dict[str, Any]]()

    async def create_thread(**options: Any) -> Any:
        posts.append(options)
        number = next(client.numbers)
        return SimpleNamespace(thread=SimpleNamespace(id=number), message=SimpleNamespace(id=0))

    async def active_threads() -> list[Any]:
        return [SimpleNamespace(id=trial.forum_post, owner_id=100, parent_id=1)]

    async def server(_: int) -> ServerRules:
        return ServerRules()

    tags = [SimpleNamespace(id=1, moderated=True), SimpleNamespace(id=2, moderated=False)]
    forum = SimpleNamespace(
        id=80, available_tags=tags, create_thread=create_thread, flags=SimpleNamespace(require_tag=True)
    )
    forum.guild = SimpleNamespace(active_threads=active_threads)
    client.forums.append(forum)
    rules: Any = SimpleNamespace(server=server)
    trial.services = replace(trial.services, servers=rules)
    assert await step.begin(trial)
    assert [[tag.id for tag in post["applied_tags"]] for post in posts] == [[]] * (not manages) + [[2]]
    assert {(post["auto_archive_duration"], post["allowed_mentions"].users[0].id) for post in posts} == {
        (10080, ANNA.id)
    }
    own_post: dict[str, Any] = {"channel": SimpleNamespace(), "channel_id": trial.forum_post}
    press_elsewhere = press(client, "move", channel=SimpleNamespace(), channel_id=CHANNEL)
    assert await step.act(trial, press_elsewhere) is StepOutcome.STAY
    assert await step.act(trial, press(client, "stop", **own_post)) is StepOutcome.STAY
    assert await step.act(trial, press(client, "move", **own_post)) is StepOutcome.DONE
    assert trial.plies == 1
    assert outcome(trial) == approved(name="forum-managed" if manages else "forum")


async def test_a_contrary_form_is_reported(approved: SnapshotAssertion) -> None:
    client = ContraryDiscord()
    trial, form = make_trial(client, "form"), STEPS["form"]
    trial.board = client.message()
    typed_move = press(client, "typed", typed=script.MOVES[1])
    for reply in (press(client, "unsent"), press(client, "typed"), typed_move, typed_move):
        assert await form.act(trial, reply) is StepOutcome.STAY
    assert (trial.part, trial.plies) == ("menu", 2)
    assert await form.act(trial, press(client, "typed", "menu")) is StepOutcome.DONE
    assert outcome(trial) == approved(name="form")


async def test_the_second_of_two_pings_is_silent() -> None:
    client, pauses = ContraryDiscord(), list[float]()
    trial, ring = make_trial(client, "ring"), STEPS["ring"]

    async def pause(seconds: float) -> None:
        pauses.append(seconds + len(client.sent))

    trial.services = replace(trial.services, pause=pause)
    assert await ring.act(trial, press(client, "push", "words")) is StepOutcome.STAY
    await ring.act(trial, press(client, "ring"))
    await ring.act(trial, press(client, "ring"))
    assert trial.part == "called"
    assert pauses == [UNTIL_LOCKED, UNTIL_LOCKED + 1]
    loud, silent = ((words[0], options["silent"]) for words, options in client.sent)
    mention = f"<@{ANNA.id}>"
    assert (loud, silent) == (
        (trial.t("trial.call", person=mention), False),
        (trial.t("trial.silent-call", person=mention), True),
    )
    assert [options["allowed_mentions"].users[0].id for _, options in client.sent] == [ANNA.id] * 2
    assert outcome(trial).count("a message") == 2, "both are deleted at the end"


async def test_steps_start_only_with_a_board_or_moves_left() -> None:
    last = len(script.MOVES)
    for step, has_board, plies, begins in (
        ("page", False, 0, False), ("page", True, 0, True),
        ("ring", False, 0, False), ("ring", True, 0, True),
        ("form", True, last - 1, False), ("form", False, last - 2, True),
        ("suggestion", True, last, False), ("suggestion", False, last - 1, True),
    ):  # fmt: skip
        client = ContraryDiscord()
        trial = make_trial(client, step)
        trial.board, trial.plies = client.message() if has_board else None, plies
        assert await STEPS[step].begin(trial) is begins, (step, has_board, plies)
