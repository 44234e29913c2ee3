"""Messages to the systemd that started this process; see sd_notify(3)."""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

READY: Final = "READY=1"
ALIVE: Final = "WATCHDOG=1"


@dataclass(frozen=True, slots=True)
class ServiceManager:
    """Sends messages to the socket at `address`; without an address it sends none."""

    address: str = ""

    @classmethod
    def of(cls, environment: Mapping[str, str] = os.environ) -> "ServiceManager":
        """Return the service manager named by the environment."""
        return cls(environment.get("NOTIFY_SOCKET", ""))

    def notify(self, state: str) -> None:
        """Send a state. A message that cannot be sent is lost: systemd reacts to silence by itself."""
        if not self.address:
            return
        # A leading @ stands for the zero byte of Linux's abstract addresses.
        address = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as sender:
            try:
                sender.sendto(state.encode(), address)
            except OSError:
                return
