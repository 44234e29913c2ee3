"""Buttons that features add below boards and to the `/settings` page."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.chat.core.contributions.slot import Slot
from bot.chat.core.messages import layouts
from bot.locale import Language


@dataclass(frozen=True, slots=True)
class BoardDoor:
    """A button below every board of a match."""

    place: int
    make: Callable[[int, Language], layouts.Button]


@dataclass(frozen=True, slots=True)
class SettingsDoor:
    """A button on the `/settings` page."""

    place: int
    make: Callable[[Language], layouts.Button]


@dataclass(frozen=True, slots=True)
class Doors:
    """The buttons of all features."""

    boards: Slot[BoardDoor] = field(default_factory=Slot[BoardDoor])
    settings: Slot[SettingsDoor] = field(default_factory=Slot[SettingsDoor])

    def below_board(self, match_id: int, t: Language) -> tuple[layouts.Button, ...]:
        return tuple(door.make(match_id, t) for door in self.boards)

    def in_settings(self, t: Language) -> tuple[layouts.Button, ...]:
        return tuple(door.make(t) for door in self.settings)
