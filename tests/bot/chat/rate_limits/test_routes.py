"""Routes of requests: rate-limit key and purpose."""

import pytest

from bot.chat.rate_limits.routes import Purpose, route

BASE = "https://discord.com/api/v10"


@pytest.mark.parametrize(
    ("method", "path", "purpose", "key"),
    [
        ("POST", "channels/12/messages", Purpose.WORK, "POST channels/12/messages"),
        ("GET", "channels/12/messages?limit=50", Purpose.WORK, "GET channels/12/messages"),
        ("PATCH", "channels/12/messages/34", Purpose.WORK, "PATCH channels/12/messages/{message}"),
        (
            "POST",
            "channels/12/messages/34/threads",
            Purpose.WORK,
            "POST channels/12/messages/{message}/threads",
        ),
        ("PUT", "guilds/1/members/2/roles/3", Purpose.WORK, "PUT guilds/1/members/2/roles/3"),
        ("POST", "users/@me/channels", Purpose.WORK, "POST users/@me/channels"),
        ("GET", "users/5", Purpose.WORK, "GET users/5"),
        ("GET", "users/@me", Purpose.LOGIN, "GET users/@me"),
        ("PATCH", "users/@me", Purpose.WORK, "PATCH users/@me"),
        ("GET", "channels/12/messages/pins", Purpose.WORK, "GET channels/12/messages/pins"),
        ("GET", "oauth2/applications/@me", Purpose.LOGIN, "GET oauth2/applications/@me"),
        ("PUT", "applications/1/commands", Purpose.LOGIN, "PUT applications/1/commands"),
        ("POST", "interactions/9/secret/callback", Purpose.ANSWER, "POST interactions/9"),
        ("PATCH", "webhooks/1/secret/messages/@original", Purpose.ANSWER, "PATCH webhooks/1"),
    ],
)
def test_each_request_has_its_route(method: str, path: str, purpose: Purpose, key: str) -> None:
    result = route(method, f"{BASE}/{path}", BASE)
    assert result is not None
    assert (result.purpose, result.key) == (purpose, key)


@pytest.mark.parametrize(
    "url",
    [
        "https://cdn.discordapp.com/attachments/1/2/board.png",
        "wss://gateway.discord.gg/?v=10",
        "https://discord.com/channels/1/2",
        "https://discord.com/channels/1/2?x=y",
    ],
)
def test_requests_to_other_hosts_have_no_route(url: str) -> None:
    assert route("GET", url, BASE) is None
