"""The meaning of Discord's refusals of messages.

The codes are Discord's (opcodes and status codes, JSON error codes). Codes outside the table pass: a proxy's
page, an unknown code and code 0 say nothing about a channel.
"""

import json
from collections.abc import Awaitable, Mapping
from enum import Enum, auto
from typing import Final, TypeVar

import aiohttp
import discord

_Answer = TypeVar("_Answer")


class RefusalMeaning(Enum):
    """The meaning of a refusal.

    GONE: the channel was deleted. CLOSED: the bot lacks the rights in the channel for now. UNREACHABLE: the
    person accepts no direct messages from the bot. UNFIT: this message has a fault. NO_MESSAGE: the message
    no longer exists, or cannot be changed; on creation: it had arrived and was deleted since. PASSING: a
    retry may succeed.
    """

    GONE = auto()
    CLOSED = auto()
    UNREACHABLE = auto()
    UNFIT = auto()
    NO_MESSAGE = auto()
    PASSING = auto()


QUARANTINED: Final = 20026
"""Discord blocks direct messages of the bot to people it has not written to before."""

CODES: Final[Mapping[int, RefusalMeaning]] = {
    10003: RefusalMeaning.GONE,  # unknown channel
    10004: RefusalMeaning.GONE,  # unknown guild
    50001: RefusalMeaning.CLOSED,  # missing access
    50013: RefusalMeaning.CLOSED,  # missing permissions
    50008: RefusalMeaning.CLOSED,  # not a text channel
    50024: RefusalMeaning.CLOSED,  # wrong type of channel
    40058: RefusalMeaning.CLOSED,  # a forum accepts only posts
    40066: RefusalMeaning.CLOSED,  # a post needs a tag that only moderators may set
    40067: RefusalMeaning.CLOSED,  # a post needs a tag
    50083: RefusalMeaning.CLOSED,  # the thread is archived
    160005: RefusalMeaning.CLOSED,  # the thread is locked
    160006: RefusalMeaning.CLOSED,  # too many active threads
    160007: RefusalMeaning.CLOSED,  # too many active announcement threads
    50007: RefusalMeaning.UNREACHABLE,  # accepts no messages from the bot
    50278: RefusalMeaning.UNREACHABLE,  # no shared server
    50033: RefusalMeaning.UNREACHABLE,  # invalid recipient
    10013: RefusalMeaning.UNREACHABLE,  # unknown user
    QUARANTINED: RefusalMeaning.UNREACHABLE,
    50035: RefusalMeaning.UNFIT,  # invalid form body
    50006: RefusalMeaning.UNFIT,  # empty message
    50045: RefusalMeaning.UNFIT,  # file too large
    40005: RefusalMeaning.UNFIT,  # request too large
    400001: RefusalMeaning.UNFIT,  # uploads are limited in this server
    200000: RefusalMeaning.UNFIT,  # blocked by AutoMod
    200001: RefusalMeaning.UNFIT,  # title blocked by AutoMod
    240000: RefusalMeaning.UNFIT,  # harmful link
    10008: RefusalMeaning.NO_MESSAGE,  # unknown message
    50005: RefusalMeaning.NO_MESSAGE,  # not the bot's own message
    50021: RefusalMeaning.NO_MESSAGE,  # a system message, which cannot be changed
    # Transient.
    20016: RefusalMeaning.PASSING,  # slowmode
    20022: RefusalMeaning.PASSING,  # too many edits of a published announcement
    20028: RefusalMeaning.PASSING,  # too many messages in the channel
    20029: RefusalMeaning.PASSING,  # too many messages in the server
    40003: RefusalMeaning.PASSING,  # direct messages opened too fast
    40004: RefusalMeaning.PASSING,  # sending is temporarily disabled
    40006: RefusalMeaning.PASSING,  # the feature is temporarily disabled
    40333: RefusalMeaning.PASSING,  # Cloudflare
    30046: RefusalMeaning.PASSING,  # too many edits of old messages
}

_TITLE_BLOCKED: Final = 200001
_INVALID_FORM: Final = 50035
_TITLE_FIELD: Final = "name"

EDITS_LIMITED: Final = frozenset({20022, 30046})
"""Codes that refuse only edits, for up to an hour."""


class UnreadableAnswer(OSError):
    """Discord, or a proxy in front of it, sent an answer that discord.py cannot parse."""


FAILURES: Final = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""Errors of a request to Discord."""
_TRIES: Final = 6
"""The failures after which an unknown refusal counts as lasting: about two minutes."""


async def got(call: Awaitable[_Answer]) -> _Answer:
    """Await a call to Discord. Raises one of FAILURES.

    discord.py expects a wait in every 429, which may lack it, and JSON in every answer.
    """
    try:
        return await call
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise UnreadableAnswer(repr(error)) from error


def in_words(error: Exception) -> str:
    """Return an error's message on one line; for a proxy's page only its status."""
    if isinstance(error, discord.HTTPException):
        message = (
            " ".join(error.text.split()) if error.code else str(error.response.reason or "no reason given")
        )
        return f"{message} (HTTP {error.status}, code {error.code})"
    return " ".join(str(error).split()) or type(error).__name__


def meaning(error: Exception) -> RefusalMeaning:
    """Return the meaning of an error; unknown errors pass."""
    if isinstance(error, discord.HTTPException):
        return CODES.get(error.code, RefusalMeaning.PASSING)
    return RefusalMeaning.PASSING


def refuses_title(error: discord.HTTPException) -> bool:
    """Return whether a thread or post was refused because of its title.

    AutoMod has its own code; Discord's word list names the field (discord-tickets issue 262).
    """
    tree = error._errors  # noqa: SLF001  # discord.py exposes it only as text
    in_title = isinstance(tree, dict) and _TITLE_FIELD in tree
    return error.code == _TITLE_BLOCKED or (error.code == _INVALID_FORM and in_title)


def is_lasting(error: Exception, failures: int) -> bool:
    """Return whether an unknown refusal has repeated so often that waiting is useless.

    Only Discord's own answers count: with a code missing in the table, and a status that blames the request.
    """
    if not isinstance(error, discord.HTTPException) or error.code in CODES or not error.code:
        return False
    return 400 <= error.status < 500 and error.status != 429 and failures >= _TRIES


def requested_pause(error: Exception) -> float | None:
    """Return the pause that Discord requested, in seconds."""
    return error.retry_after if isinstance(error, discord.RateLimited) else None
