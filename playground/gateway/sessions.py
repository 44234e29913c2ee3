"""Gateway sessions: numbered events, buffered so that a lost connection can resume."""

import json
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

from playground.values.people import Json

BUFFERED_EVENTS = 2000
RESUME_SECONDS = 300.0


class Outlet(Protocol):
    """A live connection that accepts text frames."""

    def push(self, frame: str) -> None:
        """Queue a frame."""
        ...


@dataclass(slots=True)
class GatewaySession:
    """A shard's session, across its connections."""

    id: str
    shard: tuple[int, int]
    sharded: bool
    intents: int
    outlet: Outlet | None = None
    left_at: float = 0.0
    seq: int = 0
    buffer: "deque[tuple[int, str]]" = field(default_factory=lambda: deque(maxlen=BUFFERED_EVENTS))

    def is_for(self, guild_id: str | None, intent: int) -> bool:
        """Return whether this shard gets an event of a guild (None: a DM) with this intent."""
        if intent and not self.intents & intent:
            return False
        number, count = self.shard
        return number == ((int(guild_id) >> 22) % count if guild_id else 0)

    def send(self, event: str, data: Json) -> None:
        """Assign an event its number, buffer it for replays, and send it if there is a connection."""
        self.seq += 1
        frame = json.dumps({"op": 0, "s": self.seq, "t": event, "d": data}, separators=(",", ":"))
        self.buffer.append((self.seq, frame))
        if self.outlet is not None:
            self.outlet.push(frame)

    def frames_after(self, seq: int) -> list[str] | None:
        """Return the frames after a sequence number, None if it is too high or some are lost."""
        if seq > self.seq or (self.buffer and seq < self.buffer[0][0] - 1):
            return None
        return [frame for number, frame in self.buffer if number > seq]
