"""Where a server of this process listens."""

from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen; without a host on every network of this machine."""

    host: str | None
    port: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Return an address written as 127.0.0.1:9400 or :9400. Raises ValueError."""
        parts = urlsplit(f"//{text}")
        wrong = ValueError(
            "must be an address and a port, such as 127.0.0.1:9400, or :9400 for every network"
        )
        try:
            port = parts.port
        except ValueError:
            raise wrong from None
        if not port or parts.netloc != text or "@" in text:
            raise wrong
        return cls(parts.hostname, port)
