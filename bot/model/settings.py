"""Settings of servers and persons: declared by features, stored by key."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final, Generic, TypeVar

Value = TypeVar("Value")


class Owner(Enum):
    """Whose setting it is."""

    SERVER = auto()
    PERSON = auto()


@dataclass(frozen=True)
class Kind(Generic[Value]):
    """How values are stored as JSON.

    `read` raises ValueError or TypeError for JSON that is no value. Where there are few values, `names` are
    the words by which they are chosen.
    """

    read: Callable[[Any], Value]
    write: Callable[[Value], object]
    names: Mapping[str, Value] = field(default_factory=dict)

    def name(self, value: Value) -> str:
        """Return the name of a value, or its stored form without one."""
        return next((name for name, named in self.names.items() if named == value), str(self.write(value)))


@dataclass(frozen=True)
class Setting(Generic[Value]):
    """A setting: its `key` is stored and never changes, its texts begin with "setting.<key>".

    Pages sort settings by `place`. A switch of servers with a `command` also is `/server <command>`.
    """

    owner: Owner
    key: str
    default: Value
    kind: Kind[Value]
    place: int = 0
    command: str = ""

    @property
    def name(self) -> str:
        """The key as custom ids and ids of texts write it."""
        return self.key.replace("_", "-")

    @property
    def text_id(self) -> str:
        """The id of its title; its values are below that."""
        return f"setting.{self.name}"

    def read(self, stored: Mapping[str, Any]) -> Value:
        """Return the stored value; the default without one, or for a value of a newer version."""
        if self.key not in stored:
            return self.default
        try:
            return self.kind.read(stored[self.key])
        except (TypeError, ValueError):
            return self.default


@dataclass(frozen=True, slots=True)
class SettingValues:
    """The chosen values, by key, in stored form. Keys that only another version declares stay."""

    stored: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, setting: Setting[Value]) -> Value:
        return setting.read(self.stored)

    def __hash__(self) -> int:
        return hash(frozenset(self.stored))

    def __or__(self, other: "SettingValues") -> "SettingValues":
        return SettingValues({**self.stored, **other.stored})

    def with_value(self, setting: Setting[Value], value: Value) -> "SettingValues":
        """Return the settings with another value."""
        return SettingValues({**self.stored, setting.key: setting.kind.write(value)})


def _read_switch(stored: Any) -> bool:  # noqa: ANN401  # JSON
    if not isinstance(stored, bool):
        raise TypeError(stored)
    return stored


SWITCH: Final = Kind[bool](_read_switch, bool, {"on": True, "off": False})


def server_switch(key: str, *, default: bool, place: int, command: str = "") -> Setting[bool]:
    """Declare something that the admins of a server switch on and off."""
    return Setting(Owner.SERVER, key, default, SWITCH, place, command)


def person_switch(key: str, *, default: bool, place: int) -> Setting[bool]:
    """Declare something that a person switches on and off in `/settings`."""
    return Setting(Owner.PERSON, key, default, SWITCH, place)
