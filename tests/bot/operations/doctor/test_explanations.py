"""Explanations of failed requests to Discord."""

import ssl
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.chat.core.failures.discord_refusals import UnreadableAnswer
from bot.kernel.probes import FindingStatus
from bot.operations.doctor.explanations import explain, failure_finding, foreign_page, refusal_finding

KEY: Any = SimpleNamespace(host="discord.com", port=443, is_ssl=True, ssl=True)


def http_error(status: int, code: int, text: str = "No") -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="Reason")
    return discord.HTTPException(response, {"code": code, "message": text} if code else "<html>" + text)


def with_cause(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "text", "todo"),
    [
        (
            with_cause(aiohttp.ClientConnectionError("closed"), ssl.SSLCertVerificationError("self-signed")),
            "certificate of Discord's server is not trusted here (closed)",
            "CA certificates",
        ),
        (ValueError("odd"), "odd", "report this line"),
        (
            aiohttp.ClientConnectorCertificateError(KEY, ssl.SSLCertVerificationError("self-signed")),
            "certificate of Discord's server is not trusted",
            "clock",
        ),
        (aiohttp.ClientConnectorSSLError(KEY, OSError("wrong version")), "TLS", "firewall"),
        (aiohttp.ClientConnectorDNSError(KEY, OSError("no name")), "DNS", "name server"),
        (aiohttp.ClientConnectorError(KEY, OSError("refused")), "cannot be reached", "firewall"),
        (TimeoutError(), "does not answer in time", "firewall"),
        (
            http_error(403, 50013, "Missing Permissions"),
            "Missing Permissions (HTTP 403, code 50013)",
            "Permissions",
        ),
        (http_error(503, 0), "HTTP 503", "discordstatus.com"),
        (http_error(429, 0, "a page"), "Reason (HTTP 429, code 0)", "an hour"),
        (http_error(400, 99999), "code 99999", "report"),
        (discord.RateLimited(90.0), "asks to wait 90 s", "wait"),
    ],
)
def test_an_explanation_states_the_cause_and_the_remedy(error: Exception, text: str, todo: str) -> None:
    reasons = explain(error)
    assert text in reasons.text
    assert todo in reasons.todo
    assert "<html>" not in reasons.text
    assert "\n" not in reasons.text + reasons.todo
    assert failure_finding("network", error).status is FindingStatus.FAIL


def test_missing_permissions_suggest_no_avoided_feature() -> None:
    assert refusal_finding("thread", http_error(403, 50013), "games stay", avoid="threads").avoid == ""
    refusal = refusal_finding("thread", http_error(400, 50035), "games stay", avoid="threads")
    assert (refusal.avoid, refusal.todo) == ("threads", "write FERNPARTIE_AVOID=threads into .env")


@pytest.mark.parametrize(
    "error", [discord.RateLimited(90.0), TimeoutError(), http_error(503, 0), http_error(429, 0)]
)
def test_an_untried_feature_is_not_suggested_for_avoidance(error: Exception) -> None:
    refusal = refusal_finding("thread", error, "games stay", avoid="threads")
    assert refusal.text.startswith("could not be tried: ")
    assert refusal.avoid == ""


@pytest.mark.parametrize("status", [200, 401, 403, 511])
def test_a_foreign_page_is_attributed_to_a_proxy(status: int) -> None:
    finding = foreign_page(http_error(status, 0, "<body>Please log in</body>"))
    assert finding is not None
    assert "answers in Discord's place" in finding.text
    assert "proxy" in finding.todo


@pytest.mark.parametrize(
    "error", [http_error(503, 0), http_error(429, 0), http_error(401, 50001), TimeoutError(), None]
)
def test_discords_own_errors_are_not_attributed_to_a_proxy(error: Exception | None) -> None:
    assert foreign_page(error) is None


def test_an_unreadable_answer_is_attributed_to_a_proxy() -> None:
    assert foreign_page(UnreadableAnswer("no JSON")) is not None


@pytest.mark.parametrize(
    ("status", "said", "todo"),
    [
        (503, "out of order (HTTP 503)", "discordstatus"),
        (429, "out of order", "discordstatus"),
        (403, "does not let", "WebSockets"),
    ],
)
def test_a_failed_gateway_handshake_is_explained(status: int, said: str, todo: str) -> None:
    request: Any = SimpleNamespace(real_url="wss://gateway.discord.gg")
    reasons = explain(aiohttp.WSServerHandshakeError(request, (), status=status))
    assert said in reasons.text
    assert todo in reasons.todo
