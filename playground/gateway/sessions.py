"""Gateway sessions: numbered events, kept for a while so that a lost connection can resume."""

import json
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

from playground.values.people import Json

BUFFERED_EVENTS = 2000
RESUME_SECONDS = 300.0


class Outlet(Protocol):
    """A live connection that takes text frames."""

    def push(self, frame: str) -> None:
        """Send a frame after those before it."""
        ...


@dataclass(slots=True)
class GatewaySession:
    """One shard's conversation, across its connections."""

    id: str
    shard: tuple[int, int]
    sharded: bool
    intents: int
    outlet: Outlet | None = None
    left_at: float = 0.0
    seq: int = 0
    buffer: "deque[tuple[int, str]]" = field(default_factory=lambda: deque(maxlen=BUFFERED_EVENTS))

    def is_for(self, guild_id: str | None, intent: int) -> bool:
        """Return whether an event of a guild (None: a DM) with this intent is for this shard."""
        if intent and not self.intents & intent:
            return False
        number, count = self.shard
        return number == ((int(guild_id) >> 22) % count if guild_id else 0)

    def send(self, event: str, data: Json) -> None:
        """Assign an event its number, keep it for a replay, and send it if someone is connected."""
        self.seq += 1
        frame = json.dumps({"op": 0, "s": self.seq, "t": event, "d": data}, separators=(",", ":"))
        self.buffer.append((self.seq, frame))
        if self.outlet is not None:
            self.outlet.push(frame)

    def frames_after(self, seq: int) -> list[str] | None:
        """Return the frames after a sequence number, or None when they are no longer all there."""
        if seq > self.seq or (self.buffer and seq < self.buffer[0][0] - 1):
            return None
        return [frame for number, frame in self.buffer if number > seq]
