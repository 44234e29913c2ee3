"""The address on which a server of this process listens."""

import errno
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit


class CannotListen(Exception):
    """The address in a setting is unavailable; `is_taken` if another program listens there."""

    def __init__(self, variable: str, error: OSError) -> None:
        super().__init__(f"{variable}: {error.strerror or error}")
        self.is_taken = error.errno == errno.EADDRINUSE


@dataclass(frozen=True, slots=True)
class Address:
    """A host and a port to listen on. Without a host: every network of this machine."""

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
