"""Times of day in stored form."""

from datetime import time

from bot.model.refusal import Refusal


def read_time(text: str) -> time:
    """Parse a time of day such as `18:00`. Raises Refusal: "unknown-time"."""
    try:
        return time.fromisoformat(text).replace(second=0, microsecond=0, tzinfo=None)
    except ValueError:
        raise Refusal("unknown-time", time=text) from None
