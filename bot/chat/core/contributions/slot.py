"""A slot: entries of one type that features contribute, in the order of their places."""

from collections.abc import Iterable, Iterator
from typing import Generic, Protocol, TypeVar


class SlotEntry(Protocol):
    """An entry of a slot. Entries of the same place are in the order of the features."""

    @property
    def place(self) -> int:
        """Return its place among the entries of all features."""


_Entry = TypeVar("_Entry", bound=SlotEntry)


class Slot(Generic[_Entry]):
    """The entries of all features, published once all features are there."""

    def __init__(self) -> None:
        self._entries: tuple[_Entry, ...] = ()

    def publish(self, entries: Iterable[_Entry]) -> None:
        self._entries = tuple(sorted(entries, key=lambda entry: entry.place))

    def __iter__(self) -> Iterator[_Entry]:
        return iter(self._entries)
