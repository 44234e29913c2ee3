"""The owner's settings of the web page, and their environment variables."""

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, SecretStr, field_validator, model_validator

from bot.address import Address
from bot.features.web.domain import SESSION_HOLDS

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
DISCORD_FRAMES: Final = (
    "https://discord.com",
    "https://*.discord.com",
    "https://*.discordsays.com",
)
"""The hosts whose pages may embed an Activity in a frame (docs/discord-installs.md)."""
VARIABLE: Final = "FERNPARTIE_WEB"
_LOOPBACK: Final = frozenset(("localhost", "127.0.0.1", "::1"))


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The address to listen at, the public address, and the trusted proxies.

    With a `client_secret` the page also runs as an Activity of Discord, with the API `api_url`. `frames` are
    the hosts whose pages may frame it then.
    """

    address: Address
    url: str
    proxies: tuple[Network, ...] = ()
    client_secret: SecretStr | None = field(default=None, repr=False)
    api_url: str = ""
    frames: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The path of the public address, without a trailing slash."""
        return urlsplit(self.url).path.rstrip("/")

    @property
    def origin(self) -> str:
        """The origin of the public address."""
        return origin_of(self.url)

    @property
    def is_secure(self) -> bool:
        """Whether browsers use https only."""
        return urlsplit(self.url).scheme == "https"

    @property
    def session_seconds(self) -> int:
        """The lifetime of a session in seconds."""
        return int(SESSION_HOLDS.total_seconds())

    def link(self, token: str, match: int) -> str:
        """Return the link that opens a match once; the token is in its fragment, which is never sent."""
        return f"{self.url.rstrip('/')}/#t={token}&game={match}"

    def page(self, match: int) -> str:
        """Return the address of the public page of a match."""
        return f"{self.url.rstrip('/')}/g/{match}"


def origin_of(url: str) -> str:
    """Return the origin of an address, in the form of the Origin header."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    default_port = {"https": 443, "http": 80}.get(parts.scheme)
    return (
        f"{parts.scheme}://{host}"
        if parts.port in {None, default_port}
        else f"{parts.scheme}://{host}:{parts.port}"
    )


Application = Callable[[], int | None]
"""Returns the id of the bot's application, None before the bot has logged in."""


def check_public_address(url: str) -> str:
    """Return a public address. Raises ValueError unless it is https, or http on this machine."""
    parts = urlsplit(url)
    error = ValueError("must be an address that begins with https://, or http:// on this machine alone")
    try:
        port = parts.port
    except ValueError:
        raise error from None
    del port
    local = parts.scheme == "http" and parts.hostname in _LOOPBACK
    if not parts.hostname or "@" in parts.netloc or parts.query or parts.fragment:
        raise error
    if parts.scheme != "https" and not local:
        raise error
    return url.rstrip("/")


def read_networks(text: str) -> tuple[Network, ...]:
    """Parse a comma-separated list of addresses and networks. Raises ValueError."""
    try:
        return tuple(
            ipaddress.ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip()
        )
    except ValueError:
        raise ValueError("must be addresses or networks with commas between, such as 127.0.0.1") from None


class WebVariables(BaseModel):
    """The page's part of the owner's settings; each field is the variable `FERNPARTIE_<FIELD>`."""

    web: str | None = None
    web_url: str | None = None
    web_proxies: str = ""
    client_secret: SecretStr | None = None
    client_secret_file: str = ""

    @field_validator("web")
    @classmethod
    def _check_address(cls, value: str | None) -> str | None:
        if value is not None:
            Address.read(value)
        return value

    @field_validator("web_url")
    @classmethod
    def _check_url(cls, value: str | None) -> str | None:
        return None if value is None else check_public_address(value)

    @field_validator("web_proxies")
    @classmethod
    def _check_networks(cls, value: str) -> str:
        read_networks(value)
        return value

    @model_validator(mode="after")
    def _check_pair(self) -> Self:
        if (self.web is None) is not (self.web_url is None):
            missing = VARIABLE if self.web is None else f"{VARIABLE}_URL"
            raise ValueError(f"{missing}: is not set; the web page needs both {VARIABLE} and {VARIABLE}_URL")
        return self

    def web_page(self, api_url: str) -> WebSettings | None:
        """Return the settings of the page, None if it is disabled."""
        if self.web is None or self.web_url is None:
            return None
        return WebSettings(
            Address.read(self.web),
            self.web_url,
            read_networks(self.web_proxies),
            self.client_secret,
            api_url,
            frames=() if self.client_secret is None else DISCORD_FRAMES,
        )
