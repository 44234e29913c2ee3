"""Icons before labels: the pieces of the games, as emojis of the application."""

from collections.abc import Mapping


def piece(game: str, role: str, kind: str = "") -> str:
    """Return the name of a piece's icon; the usual piece of a role has the kind ""."""
    return ".".join(part for part in (game, role, kind) if part)


class Icons:
    """The emojis by their subject, such as "conhex.red"; empty before Discord has them.

    Without them everything is shown as before.
    """

    def __init__(self) -> None:
        self._markup: Mapping[str, str] = {}

    def publish(self, markup: Mapping[str, str]) -> None:
        """Replace the icons by markup such as `<:conhex_red_1a2b:123>`."""
        self._markup = markup

    def get(self, label: str) -> str | None:
        """Return the markup of an icon, None without one."""
        return self._markup.get(label)
