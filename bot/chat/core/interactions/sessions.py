"""In-memory sessions; a restart ends all of them."""

from typing import TypeVar

_Kind = TypeVar("_Kind")


class Sessions:
    """Holds one session per server; each feature has its own type of session."""

    def __init__(self) -> None:
        self._sessions: dict[int, object] = {}

    def find(self, server: int, kind: type[_Kind]) -> _Kind | None:
        """Return a server's session, None if there is none of this kind."""
        session = self._sessions.get(server)
        return session if isinstance(session, kind) else None

    def begin(self, server: int, session: object) -> None:
        """Store a session, replacing an earlier one."""
        self._sessions[server] = session

    def end(self, server: int) -> None:
        """Discard a server's session."""
        self._sessions.pop(server, None)

    def __contains__(self, server: int) -> bool:
        return server in self._sessions
