"""A limitation of a server in one line: the missing right, the place, and the remedy."""

from collections.abc import Mapping
from typing import Final

from bot.locale import Language
from bot.model.servers.limitations import Limitation, LimitedChannel

NO_ACCESS: Final = 50001
NO_PERMISSION: Final = 50013
_REMEDIES: Final[Mapping[tuple[Limitation, int | None], str]] = {
    (Limitation.MESSAGES, NO_ACCESS): "limitation.give-view",
    (Limitation.MESSAGES, NO_PERMISSION): "limitation.give-messages",
    (Limitation.PICTURES, NO_PERMISSION): "limitation.give-files",
    (Limitation.PICTURES, 400001): "limitation.uploads-limited",
    (Limitation.THREADS, NO_ACCESS): "limitation.give-view",
    (Limitation.THREADS, NO_PERMISSION): "limitation.give-threads",
    (Limitation.THREADS, 160006): "limitation.fewer-threads",
    (Limitation.POSTS, NO_ACCESS): "limitation.give-view",
    (Limitation.POSTS, NO_PERMISSION): "limitation.give-posts",
    (Limitation.POSTS, 160006): "limitation.fewer-threads",
    (Limitation.POSTS, 40066): "limitation.free-tag",
    (Limitation.POSTS, 40067): "limitation.free-tag",
    (Limitation.ROLE_CALLS, None): "limitation.give-mentions",
}


def limitation_line(limited: LimitedChannel, t: Language) -> str:
    """Return a server's limitation with the remedy for its admins."""
    text = t(f"limitation.{limited.what}", channel=f"<#{limited.channel}>")
    remedy = _REMEDIES.get((limited.what, limited.code))
    return f"{text} " + (t("limitation.code", code=limited.code) if remedy is None else t(remedy))
