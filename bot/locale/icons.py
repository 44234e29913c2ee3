"""Icons in labels: the games' pieces, as application emojis."""

from collections.abc import Mapping


def piece(game: str, role: str, kind: str = "") -> str:
    """Return the name of a piece's icon; a role's usual piece has the kind ""."""
    return ".".join(part for part in (game, role, kind) if part)


class Icons:
    """The emojis by name, such as "conhex.red"; empty until Discord has them.

    Labels then have no icons.
    """

    def __init__(self) -> None:
        self._markup: Mapping[str, str] = {}

    def publish(self, markup: Mapping[str, str]) -> None:
        """Replace the icons by markup such as `<:conhex_red_1a2b:123>`."""
        self._markup = markup

    def get(self, label: str) -> str | None:
        """Return an icon's markup, None if there is none."""
        return self._markup.get(label)
