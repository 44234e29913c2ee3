"""Links and sessions: their tokens, their lifetimes, and the reasons to refuse them."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

LINK_HOLDS: Final = timedelta(minutes=15)
SESSION_HOLDS: Final = timedelta(days=14)
MAX_LINKS: Final = 20
"""The maximum number of links of a person; the oldest are dropped first."""
MAX_SESSIONS: Final = 100
"""The maximum number of sessions of a person; the oldest are dropped first."""
PAGES: Final = "web-pages"
"""The audit log's kind for switching a server's pages."""
_TOKEN_BYTES: Final = 32
_MAX_TOKEN_LENGTH: Final = 64
REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "web-off": (),
    "web-expired": (),
    "web-hidden": (),
    "web-not-here": (),
    "web-activity": (),
}
"""All refusal reasons of this module, with the names of their details."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A new token, and its hash, which is stored."""

    token: str = field(repr=False)
    hash: str

    @classmethod
    def new(cls) -> "Secret":
        """Return a random secret."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        return cls(token, hash_token(token))


def hash_token(token: str) -> str:
    """Return the hash of a token; an impossible token has the hash of the empty text."""
    text = token if len(token) <= _MAX_TOKEN_LENGTH and token.isascii() else ""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class WebGrant:
    """The right of a person to see a match, as the holder of `seat` or, with None, as an onlooker.

    `match` is None in sessions for all matches of a person. `hash` is the token's hash.
    """

    hash: str
    person: int
    match: int | None
    seat: int | None
    made: datetime
    expires: datetime
