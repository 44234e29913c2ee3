"""A separate playground examined by the doctor."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest

from bot.kernel.probes import Finding, FindingStatus
from bot.operations.doctor.examination import Examination, ExaminationScope
from bot.settings import Settings
from playground.rest.rate_limits import LimitSettings
from playground.server import Playground
from playground.values.messages import UNDELETABLE
from tests.pocket import (
    BOARD_GAMES,
    AdjustableClock,
    Control,
    Line,
    discord_at,
)

QUICKLY = 1000.0
OK, WARN, FAIL = FindingStatus.OK, FindingStatus.WARN, FindingStatus.FAIL


@dataclass(slots=True)
class Surgery:
    """A separate playground, and the doctor who examines it."""

    playground: Playground
    clock: AdjustableClock
    control: Control
    prompts: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def settings(self, **more: str) -> Settings:
        options = {
            "token": self.playground.token,
            "api_url": self.playground.api_url,
            "gateway_url": self.playground.gateway_url,
        }
        return Settings(**(options | more))  # type: ignore[arg-type]  # settings by name

    async def examine(self, settings: Settings | None = None, **scope: Any) -> list[Finding]:
        """Run all checks except the command table."""
        self.findings = []
        examination = Examination(
            settings or self.settings(),
            ExaminationScope(**scope),
            self.findings.append,
            self.prompts.append,
            per_second=QUICKLY,
        )
        with discord_at(self.playground.api_url, self.playground.gateway_url):
            await examination.run()
        return self.findings

    async def run_trial(self, **more: Any) -> list[Finding]:
        """Run the trial in a channel."""
        return await self.examine(channel=int(BOARD_GAMES), **more)

    def finding(self, check: str) -> Finding:
        """Return the only finding of a check."""
        (finding,) = [candidate for candidate in self.findings if candidate.check == check]
        return finding

    def not_ok(self) -> dict[str, FindingStatus]:
        """Return the findings that are not OK, by check."""
        return {finding.check: finding.status for finding in self.findings if finding.status is not OK}

    def remaining_messages(self, channel: str = BOARD_GAMES) -> list[str]:
        """Return the messages of a channel and its threads, except for renames, which cannot be deleted."""
        world = self.playground.world
        places = [channel, *(thread.id for thread in world.channels.values() if thread.parent_id == channel)]
        messages = [message for place in places for message in world.messages(place)]
        return [message.content for message in messages if message.type not in UNDELETABLE]


@pytest.fixture
async def surgery() -> AsyncIterator[Surgery]:
    clock = AdjustableClock()
    limits = LimitSettings(per_second=1000)
    async with Playground.start(clock=clock, limits=limits) as playground, aiohttp.ClientSession() as http:
        control = Control(Line(http, playground.url))
        await control.change_application(privacy_policy_url="https://example.org/privacy")
        yield Surgery(playground, clock, control)
