"""Settings of servers and persons: declared by features, stored by key."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final, Generic, TypeVar

Value = TypeVar("Value")


class Owner(Enum):
    """The kind of owner of a setting."""

    SERVER = auto()
    PERSON = auto()


@dataclass(frozen=True)
class Kind(Generic[Value]):
    """How values are stored as JSON.

    `read` raises ValueError or TypeError for invalid JSON. If there are few values, `names` are the words to
    choose them by.
    """

    read: Callable[[Any], Value]
    write: Callable[[Value], object]
    names: Mapping[str, Value] = field(default_factory=dict)

    def name(self, value: Value) -> str:
        """Return a value's name, or its stored form if it has none."""
        return next((name for name, named in self.names.items() if named == value), str(self.write(value)))


@dataclass(frozen=True)
class Setting(Generic[Value]):
    """A setting: its `key` is stored and never changes, its texts begin with "setting.<key>".

    Pages sort settings by `place`. A server's switch with a `command` is also `/server <command>`.
    """

    owner: Owner
    key: str
    default: Value
    kind: Kind[Value]
    place: int = 0
    command: str = ""

    @property
    def name(self) -> str:
        """The key as written in custom ids and text ids."""
        return self.key.replace("_", "-")

    @property
    def text_id(self) -> str:
        """The id of its title; the ids of its values begin with it."""
        return f"setting.{self.name}"

    def read(self, stored: Mapping[str, Any]) -> Value:
        """Return the stored value; the default if there is none, or if a newer version wrote it."""
        if self.key not in stored:
            return self.default
        try:
            return self.kind.read(stored[self.key])
        except (TypeError, ValueError):
            return self.default


@dataclass(frozen=True, slots=True)
class SettingValues:
    """The chosen values, by key, in stored form. Keys of other versions' settings are preserved."""

    stored: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, setting: Setting[Value]) -> Value:
        return setting.read(self.stored)

    def __hash__(self) -> int:
        return hash(frozenset(self.stored))

    def __or__(self, other: "SettingValues") -> "SettingValues":
        return SettingValues({**self.stored, **other.stored})

    def with_value(self, setting: Setting[Value], value: Value) -> "SettingValues":
        """Return the values with another value for a setting."""
        return SettingValues({**self.stored, setting.key: setting.kind.write(value)})


def _read_switch(stored: Any) -> bool:  # noqa: ANN401  # JSON
    if not isinstance(stored, bool):
        raise TypeError(stored)
    return stored


SWITCH: Final = Kind[bool](_read_switch, bool, {"on": True, "off": False})


def server_switch(key: str, *, default: bool, place: int, command: str = "") -> Setting[bool]:
    """Declare a switch of a server's admins."""
    return Setting(Owner.SERVER, key, default, SWITCH, place, command)


def person_switch(key: str, *, default: bool, place: int) -> Setting[bool]:
    """Declare a person's switch in `/settings`."""
    return Setting(Owner.PERSON, key, default, SWITCH, place)
