"""The gateway connection, over which Discord sends events and presses."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import discord

from bot.chat.core.failures.discord_refusals import FAILURES
from bot.kernel.probes import Finding, fail, ok
from bot.operations.doctor.account import PORTAL
from bot.operations.doctor.explanations import Explanation, explain

CONNECTING: Final = 30.0
"""The timeout of the connection in seconds."""
_INTENTS: Final = Explanation(
    "Discord refuses what the bot asks to be told of (its intents)",
    f"at {PORTAL}, Bot, Privileged Gateway Intents, switch all three off, save, and look again; the bot asks"
    " for none of them",
)
_LATER: Final = "look at https://discordstatus.com, and try again later"
_GIVEN_UP_AFTER: Final = 2
"""The number of connections closed before they are ready, after which to give up; discord.py never would."""
_CLOSED: Final[Mapping[int, Explanation]] = {
    4000: Explanation("Discord has an error of its own and closes the connection each time", _LATER),
    4004: Explanation("Discord does not know the token any more", f"reset it at {PORTAL}, Bot, Reset Token"),
    4011: Explanation(
        "the bot is in too many servers for one connection",
        "set FERNPARTIE_SHARDS=auto (docs/running.md, Several processes)",
    ),
    4013: _INTENTS,
    4014: _INTENTS,
}


class NoGateway(Exception):
    """No connection succeeded; the finding gives the reason."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding


@dataclass(frozen=True, slots=True)
class TrialPress:
    """A pressed button, and its arrival in seconds of a monotonic clock."""

    interaction: discord.Interaction
    custom_id: str
    arrived: float


class GatewayListener(discord.Client):
    """A connection that receives servers and presses; it caches no people and no messages."""

    def __init__(self, shard: int, shards: int) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            shard_id=shard,
            shard_count=shards,
        )
        self.here = asyncio.Event()
        self.given_up = asyncio.Event()
        self.closings: list[int] = []
        """The close codes of connections that Discord closed before they were ready."""
        self.presses: asyncio.Queue[TrialPress] = asyncio.Queue()

    async def on_connect(self) -> None:
        """Record that Discord accepted the session."""
        self.here.set()

    def dispatch(self, event: str, /, *args: object, **kwargs: object) -> None:
        """Count a connection that Discord closed, before discord.py opens the next one."""
        super().dispatch(event, *args, **kwargs)
        if event != "disconnect" or self.here.is_set():
            return
        # Before the first connection `ws` is None, contrary to discord.py's types.
        code: int | None = getattr(getattr(self.ws, "socket", None), "close_code", None)
        if code is not None:
            self.closings.append(code)
        if len(self.closings) >= _GIVEN_UP_AFTER:
            self.given_up.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Record a press with the time of its arrival."""
        arrived = time.monotonic()
        data: Mapping[str, object] = interaction.data or {}
        if interaction.type is discord.InteractionType.component:
            self.presses.put_nowait(TrialPress(interaction, str(data.get("custom_id")), arrived))


@asynccontextmanager
async def check_connection(
    token: str, shard: int, shards: int, monotonic: Callable[[], float] = time.monotonic
) -> AsyncIterator[tuple[GatewayListener, Finding]]:
    """Connect during the block; yield the connection and its finding. Raises NoGateway."""
    async with GatewayListener(shard, shards) as listener:
        began = monotonic()
        life = asyncio.create_task(listener.start(token, reconnect=False))
        there = asyncio.create_task(listener.here.wait())
        over = asyncio.create_task(listener.given_up.wait())
        try:
            await asyncio.wait({life, there, over}, timeout=CONNECTING, return_when=asyncio.FIRST_COMPLETED)
            if not listener.here.is_set():
                raise NoGateway(_failed_connection(life, listener.closings))
            took = monotonic() - began
            yield (
                listener,
                ok("gateway", f"connected in {took:.1f} s as shard {shard} of {shards}; intents granted"),
            )
        finally:
            there.cancel()
            over.cancel()
            await listener.close()
            await asyncio.gather(life, there, over, return_exceptions=True)


def _failed_connection(life: "asyncio.Task[None]", closings: Sequence[int]) -> Finding:
    error = life.exception() if life.done() and not life.cancelled() else TimeoutError()
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return fail("gateway", _INTENTS.text, _INTENTS.todo)
    code = error.code if isinstance(error, discord.ConnectionClosed) else next(iter(closings), None)
    if code is not None:
        explanation = _CLOSED.get(code, Explanation("Discord closes the connection at once", _LATER))
        return fail("gateway", f"{explanation.text} (close code {code})", explanation.todo)
    if error is None:
        return fail("gateway", "the connection ended at once", "look again")
    explanation = (
        explain(error) if isinstance(error, FAILURES) else Explanation(repr(error), "report this line")
    )
    return fail("gateway", explanation.text, explanation.todo)
