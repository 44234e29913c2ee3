"""The places on pages and messages at which later features add buttons of their own."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.chat.core.messages import layouts
from bot.locale import Language


@dataclass(frozen=True, slots=True)
class Doors:
    """Buttons that features add, by verb: below each board of a match, and to the page of `/settings`."""

    boards: dict[str, Callable[[int, Language], layouts.Button]] = field(default_factory=dict)
    settings: dict[str, Callable[[Language], layouts.Button]] = field(default_factory=dict)

    def below_board(self, match_id: int, t: Language) -> tuple[layouts.Button, ...]:
        """Return the buttons below a board."""
        return tuple(button(match_id, t) for button in self.boards.values())

    def in_settings(self, t: Language) -> tuple[layouts.Button, ...]:
        """Return the buttons on the page of settings."""
        return tuple(button(t) for button in self.settings.values())
