"""The headers of responses, the origins of writes, and the addresses of clients behind proxies."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from bot.features.web.web_settings import Network, origin_of

CLIENT: Final = web.RequestKey("client", str)
"""The address of a request's client."""
_ALWAYS: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"),
    ("X-Robots-Tag", "noindex, nofollow"),
)


@dataclass(frozen=True, slots=True)
class Origins:
    """The origins that may write: the public address and the Activity.

    `frames` are the hosts whose pages may frame this page.
    """

    allowed: frozenset[str]
    frames: tuple[str, ...] = ()

    @classmethod
    def of(cls, url: str, application: int | None, frames: Sequence[str]) -> "Origins":
        """Return the origins for a public address and, if Activities are on, for the application."""
        own = origin_of(url)
        if application is None:
            return cls(frozenset({own}))
        return cls(frozenset({own, f"https://{application}.discordsays.com"}), tuple(frames))

    def allows(self, request: web.Request) -> bool:
        """Return whether a request's Origin header is allowed."""
        return request.headers.get("Origin", "") in self.allowed

    def headers(self) -> tuple[tuple[str, str], ...]:
        """Return the headers of every response."""
        ancestors = " ".join(self.frames) if self.frames else "'none'"
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
            f"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}"
        )
        framing = () if self.frames else (("X-Frame-Options", "DENY"),)
        return (*_ALWAYS, ("Content-Security-Policy", policy), *framing)


def client_address(request: web.Request, proxies: Sequence[Network]) -> str:
    """Return the address of a client; for IPv6, its /64 network.

    X-Forwarded-For is trusted only from the owner's `proxies`.
    """
    address = request.remote or ""
    if proxies:
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")
        for hop in reversed([part.strip() for part in forwarded]):
            if not _is_among(address, proxies) or _parse(hop) is None:
                break
            address = hop
    ip = _parse(address)
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return address


def _is_among(address: str, networks: Sequence[Network]) -> bool:
    ip = _parse(address)
    return ip is not None and any(ip in network for network in networks)


def _parse(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(address)
    except ValueError:
        return None
