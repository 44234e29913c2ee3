"""Discord's routes as the limits distinguish them."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

_ANSWERS: Final = frozenset({"interactions", "webhooks"})
_LOGIN: Final = frozenset({"applications", "gateway", "oauth2"})
OPENING: Final = "POST users/@me/channels"


class Purpose(Enum):
    """The purpose of a request.

    ANSWER: to answer an interaction, outside the bot's limit of requests per second. LOGIN: to connect to
    Discord. WORK: everything else.
    """

    ANSWER = auto()
    LOGIN = auto()
    WORK = auto()


@dataclass(frozen=True, slots=True)
class Route:
    """A request's route: method and path with all ids except of messages, which share one limit."""

    purpose: Purpose
    key: str


def route(method: str, url: str, base: str) -> Route | None:
    """Return the route of a request; None if it does not go to the API at `base`."""
    if not url.startswith(base + "/"):
        return None
    parts = url[len(base) + 1 :].partition("?")[0].split("/")
    segments = [
        "{message}" if before == "messages" and part.isdigit() else part
        for before, part in zip(["", *parts], parts, strict=False)
    ]
    if parts[0] in _ANSWERS:
        # The id is followed by a token, which must not be logged.
        return Route(Purpose.ANSWER, f"{method} {'/'.join(segments[:2])}")
    entering = parts[0] in _LOGIN or (method == "GET" and parts == ["users", "@me"])
    return Route(Purpose.LOGIN if entering else Purpose.WORK, f"{method} {'/'.join(segments)}")
