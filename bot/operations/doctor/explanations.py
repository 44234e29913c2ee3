"""Explanations of faults on the way to Discord, for an owner: their meaning and remedy."""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord

from bot.chat.core.failures.discord_refusals import CODES, RefusalMeaning, UnreadableAnswer, in_words
from bot.kernel.probes import Finding, fail, warn
from bot.operations.doctor.findings import AVOID
from bot.settings import PREFIX

VERIFICATION: Final = ssl.SSLCertVerificationError


@dataclass(frozen=True, slots=True)
class Explanation:
    """A fault's meaning and remedy."""

    text: str
    todo: str


_LOOK_AT_NETWORK: Final = (
    "see that firewall and proxy let this machine reach discord.com and gateway.discord.gg, port 443"
)
_NETWORK: Final[tuple[tuple[type[BaseException], Explanation], ...]] = (
    (
        VERIFICATION,
        Explanation(
            "the certificate of Discord's server is not trusted here",
            "set this machine's clock, install its CA certificates, or ask who runs the network's proxy",
        ),
    ),
    (
        aiohttp.ClientSSLError,
        Explanation("no encrypted connection (TLS) comes about", _LOOK_AT_NETWORK),
    ),
    (
        aiohttp.ClientConnectorDNSError,
        Explanation(
            "the name of Discord's server cannot be looked up (DNS)",
            "see that this machine is online and has a name server",
        ),
    ),
    (TimeoutError, Explanation("Discord does not answer in time", _LOOK_AT_NETWORK)),
    (aiohttp.ClientError, Explanation("Discord cannot be reached", _LOOK_AT_NETWORK)),
    (OSError, Explanation("Discord cannot be reached", _LOOK_AT_NETWORK)),
)
"""The most specific first."""
_FOREIGN_PAGE: Final = Explanation(
    "something on the way answers in Discord's place, with a page of its own",
    "see which proxy, firewall or login page stands between this machine and Discord, and that"
    f" {PREFIX}API_URL is empty",
)
_NO_WEBSOCKET: Final = Explanation(
    "something on the way does not let the connection to Discord's gateway through",
    "see that proxy and firewall pass WebSockets (wss) to gateway.discord.gg, port 443, and that"
    f" {PREFIX}GATEWAY_URL is empty",
)
FREE_A_TAG: Final = "let everybody set a tag of the forum (Edit Channel, Tags), or take 'Require tags' off"
_CHANNEL_RIGHTS: Final = "in the channel's settings, Permissions, allow the bot's role what the table names"
_CODES: Final[Mapping[int, str]] = {
    10003: "name a channel that is there: right-click it, Copy Channel ID (Developer Mode must be on)",
    10004: "name a server that the bot is in: right-click it, Copy Server ID (Developer Mode must be on)",
    50001: "in the channel's settings, Permissions, allow the bot's role View Channel",
    50013: _CHANNEL_RIGHTS,
    50008: "name a text channel",
    50024: "name a text channel: threads open there and in announcement channels only",
    40058: "name a text channel; a forum goes behind --forum",
    30034: "wait until tomorrow: Discord takes 200 new commands a day",
    40060: "stop the bot while you try buttons: it has answered in the doctor's place",
    40062: "wait a while, then look again",
    40066: FREE_A_TAG,
    40067: FREE_A_TAG,
    160006: "too many threads are open in this server: close some",
    160007: "too many threads are open in this server: close some",
    200000: "this server's AutoMod blocks the bot's words: except its role (Server Settings, AutoMod)",
    200001: "this server's AutoMod blocks the bot's titles: except its role (Server Settings, AutoMod)",
    240000: "Discord takes a link for harmful: report it to Fernpartie",
    400001: "Discord has limited uploads in this server for a time: ask its owner",
}
_LATER: Final = "look at https://discordstatus.com, and try again later"
_REPORT: Final = "look at the bot's rights; where they are fine, report this line to Fernpartie"
_SERVER_ERROR: Final = 500
_TOO_MANY: Final = 429
_LOGIN_PAGE: Final = 511
"""Network Authentication Required: only an intercepting network sends it (RFC 6585)."""


def explain(error: Exception) -> Explanation:
    """Return the explanation of an error on the way to Discord."""
    if is_foreign_page(error):
        return Explanation(f"{_FOREIGN_PAGE.text} ({in_words(error)})", _FOREIGN_PAGE.todo)
    if isinstance(error, discord.HTTPException):
        return Explanation(f"Discord says: {in_words(error)}", _todo(error))
    if isinstance(error, aiohttp.WSServerHandshakeError):
        return _of_handshake(error.status)
    if isinstance(error, discord.RateLimited):
        return Explanation(f"Discord asks to wait {error.retry_after:.0f} s", "wait, then look again")
    result = _certificate(error) or next(
        (explanation for kind, explanation in _NETWORK if isinstance(error, kind)), None
    )
    detail = in_words(error)
    if result is None:
        return Explanation(detail, _REPORT)
    return Explanation(f"{result.text} ({detail})", result.todo)


def is_foreign_page(error: BaseException | None) -> bool:
    """Return whether an answer is not Discord's: an HTML page, or no JSON.

    Discord itself sends pages only when it is out of order or requests a wait.
    """
    if isinstance(error, discord.HTTPException):
        passing = _SERVER_ERROR <= error.status != _LOGIN_PAGE or error.status == _TOO_MANY
        return not passing and not error.code and error.text.lstrip().startswith("<")
    return isinstance(error, UnreadableAnswer)


def foreign_page(error: BaseException | None) -> Finding | None:
    """Return the finding that a proxy answers in Discord's place, None if Discord answered."""
    if isinstance(error, Exception) and is_foreign_page(error):
        return failure_finding("network", error)
    return None


def _of_handshake(status: int) -> Explanation:
    if status >= _SERVER_ERROR or status == _TOO_MANY:
        return Explanation(f"Discord's gateway is out of order (HTTP {status})", _LATER)
    return Explanation(f"{_NO_WEBSOCKET.text} (HTTP {status})", _NO_WEBSOCKET.todo)


def _todo(error: discord.HTTPException) -> str:
    if error.status >= _SERVER_ERROR:
        return _LATER
    if error.status == _TOO_MANY:
        return "this machine's address made too many requests: stop the bot, and look again in an hour"
    return _CODES.get(error.code, _REPORT)


def _certificate(error: Exception) -> Explanation | None:
    is_it = isinstance(error, aiohttp.ClientConnectorCertificateError) or isinstance(
        error.__cause__, VERIFICATION
    )
    return _NETWORK[0][1] if is_it else None


def failure_finding(check: str, error: Exception) -> Finding:
    """Return the finding that a check failed with an error."""
    explanation = explain(error)
    return fail(check, explanation.text, explanation.todo)


def refusal_finding(check: str, error: Exception, consequence: str, *, avoid: str = "") -> Finding:
    """Return the finding that Discord refuses a form that has an alternative, or that it was not tried.

    Missing permissions can be granted, so they need no setting.
    """
    explanation = explain(error)
    if not isinstance(error, discord.HTTPException) or not _is_refusal(error):
        return warn(check, f"could not be tried: {explanation.text}", explanation.todo)
    text = f"{explanation.text}; {consequence}"
    if avoid and CODES.get(error.code) is not RefusalMeaning.CLOSED:
        return warn(check, text, f"write {AVOID}={avoid} into .env", avoid=avoid)
    return warn(check, text, explanation.todo)


def _is_refusal(error: discord.HTTPException) -> bool:
    return error.status < _SERVER_ERROR and error.status != _TOO_MANY
