"""Settings of the web page: accepted values, and refusals with their reasons."""

import ipaddress

import pytest
from pydantic import SecretStr, ValidationError

from bot.address import Address
from bot.features.web.web_settings import (
    DISCORD_FRAMES,
    WebSettings,
    WebVariables,
    check_public_address,
    origin_of,
    read_networks,
)


@pytest.mark.parametrize(
    ("url", "taken"),
    [
        ("https://games.example", "https://games.example"),
        ("https://games.example:8443/board/", "https://games.example:8443/board"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://localhost", "http://localhost"),
    ],
)
def test_valid_addresses_are_accepted(url: str, taken: str) -> None:
    assert check_public_address(url) == taken


@pytest.mark.parametrize(
    "url",
    [
        "http://games.example",
        "games.example",
        "ftp://127.0.0.1",
        "https://",
        "https://user@games.example",
        "https://games.example?x=1",
        "https://games.example#x",
        "https://games.example:port",
        "https://games.example:99999",
    ],
)
def test_invalid_addresses_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="begins with https://"):
        check_public_address(url)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://games.example/board", "https://games.example"),
        ("https://games.example:443", "https://games.example"),
        ("http://localhost:80", "http://localhost"),
        ("https://games.example:80", "https://games.example:80"),
        ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_origins_are_normalised_like_in_browsers(url: str, origin: str) -> None:
    assert origin_of(url) == origin


def test_proxies_are_addresses_or_networks() -> None:
    assert read_networks("") == ()
    assert read_networks("127.0.0.1, 10.0.0.7/8,::1") == (
        ipaddress.ip_network("127.0.0.1"),
        ipaddress.ip_network("10.0.0.0/8"),
        ipaddress.ip_network("::1"),
    )
    with pytest.raises(ValueError, match="networks with commas"):
        read_networks("localhost")


def test_the_page_requires_both_addresses() -> None:
    assert WebVariables().web_page("api") is None
    for given, missing in (({"web": "127.0.0.1:80"}, "WEB_URL"), ({"web_url": "https://a.example"}, "WEB")):
        with pytest.raises(ValidationError, match=f"_{missing}: is not set"):
            WebVariables.model_validate(given)
    for wrong in ({"web": "nowhere"}, {"web_url": "http://a.example"}, {"web_proxies": "x"}):
        with pytest.raises(ValidationError):
            WebVariables.model_validate({"web": "127.0.0.1:80", "web_url": "https://a.example", **wrong})


@pytest.mark.parametrize("secret", [None, SecretStr("shh")])
def test_discord_frames_are_allowed_only_with_the_activity(secret: SecretStr | None) -> None:
    variables = WebVariables(
        web="127.0.0.1:80", web_url="https://a.example/", web_proxies="10.0.0.1", client_secret=secret
    )
    assert variables.web_page("https://api.example") == WebSettings(
        Address("127.0.0.1", 80),
        "https://a.example",
        (ipaddress.ip_network("10.0.0.1"),),
        secret,
        "https://api.example",
        frames=() if secret is None else DISCORD_FRAMES,
    )
