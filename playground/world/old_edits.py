"""The limit on edits of messages older than an hour."""

from collections import deque

from playground.values.errors import TOO_MANY_OLD_EDITS, RateLimited
from playground.values.messages import Message
from playground.world.world import World

OLD_SECONDS = 3600.0
EDITS, WINDOW = 3, 6.0


class OldEdits:
    """Counts edits of old messages by channel; see Strictness.old_edits_limited for the numbers."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._edits: dict[str, deque[float]] = {}

    def count(self, message: Message) -> None:
        """Count an edit if its message is old; raise 429/30046 after too many."""
        now = self._world.clock.now()
        if not self._world.strictness.old_edits_limited or now - message.timestamp <= OLD_SECONDS:
            return
        edits = self._edits.setdefault(message.channel_id, deque())
        while edits and now - edits[0] >= WINDOW:
            edits.popleft()
        if len(edits) >= EDITS:
            raise RateLimited(TOO_MANY_OLD_EDITS, edits[0] + WINDOW - now)
        edits.append(now)

    def count_answer(self, message: Message) -> None:
        """Count an edit through an interaction, if those count."""
        if self._world.strictness.answers_count_as_old_edits:
            self.count(message)
