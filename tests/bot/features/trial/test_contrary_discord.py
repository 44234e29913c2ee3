"""Each step over a Discord that answers otherwise than it is believed to: every difference is reported."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
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
from bot.features.trial.attempts import Payload
from bot.features.trial.pages import report
from bot.features.trial.services import TrialServices
from bot.features.trial.steps.all_steps import STEPS
from bot.features.trial.trial_state import DiscordTrial
from bot.locale import Texts
from bot.model.events.instructions import DeleteTrial
from tests.bot.chat.posted import refusal
from tests.bot.support.fakes import ANNA
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SERVER, CHANNEL, NOT_A_MEMBER = 7, 70, 10007
EVERYTHING = discord.Permissions.all()


@dataclass
class Contrary:
    """Discord's client, its HTTP client, its places and messages at once, all of them contrary.

    `archives`: threads are archived as they should be; `joins`: a mention alone brings a person in.
    """

    archives: bool = False
    joins: bool = True
    user: Any = field(default_factory=lambda: SimpleNamespace(id=100))
    numbers: "count[int]" = field(default_factory=lambda: count(900))

    @property
    def http(self) -> Any:
        return self

    def get_guild(self, _server: int) -> Any:
        place = SimpleNamespace(permissions_for=lambda _: EVERYTHING)
        return SimpleNamespace(unavailable=False, me=None, get_channel=lambda _: place)

    def get_partial_messageable(self, _channel: int) -> "Contrary":
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

    async def send(self, *_: Any, **__: Any) -> Any:
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
        return {"mentions": [{"id": "5"}], "attachments": [{"id": "1"}, {"id": "2"}], "flags": 0}

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
    """The deletions that were scheduled."""

    kept: list[DeleteTrial] = field(default_factory=list)

    async def keep(self, *posted: DeleteTrial) -> None:
        self.kept += posted


def trial_over(client: Any, step: str) -> DiscordTrial:
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
    """Return the differences in the report, and the places and messages that are deleted at the end."""
    lines = [line for line in report(trial).splitlines() if "instead" in line]
    leftovers = trial.services.leftovers
    assert isinstance(leftovers, Leftovers)
    kept = [f"delete in {it.channel}: {'it' if it.message is None else 'a message'}" for it in leftovers.kept]
    return "\n".join([*lines, "", *kept, ""])


@pytest.mark.parametrize(
    ("step", "archives", "joins"),
    [
        ("board", False, True),
        ("thread", False, True),
        ("thread", True, False),
        ("direct", False, True),
    ],
)
async def test_every_difference_is_reported(
    approved: SnapshotAssertion, step: str, *, archives: bool, joins: bool
) -> None:
    client = Contrary(archives, joins)
    trial = trial_over(client, step)
    trial.board = client.message()
    await STEPS[step].begin(trial)
    assert outcome(trial) == approved(name=f"{step}{'-archived' * archives}")
