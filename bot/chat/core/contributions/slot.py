"""A slot: entries of one type contributed by features, sorted by place."""

from collections.abc import Iterable, Iterator
from typing import Generic, Protocol, TypeVar


class SlotEntry(Protocol):
    """An entry of a slot. Entries with the same place keep the order of the features."""

    @property
    def place(self) -> int:
        """Its place among the entries of all features."""


_Entry = TypeVar("_Entry", bound=SlotEntry)


class Slot(Generic[_Entry]):
    """The entries of all features, published after all features are registered."""

    def __init__(self) -> None:
        self._entries: tuple[_Entry, ...] = ()

    def publish(self, entries: Iterable[_Entry]) -> None:
        self._entries = tuple(sorted(entries, key=lambda entry: entry.place))

    def __iter__(self) -> Iterator[_Entry]:
        return iter(self._entries)
