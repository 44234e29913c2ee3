"""Settlement: before an erasure, a person's pending matters end or continue without them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from data.session import Session

StillWanted = Callable[[Session], Awaitable[bool]]
"""Returns whether the person still wants to be erased, as seen in a transaction."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """A kind of pending matters, such as running matches.

    `open_of` returns the remaining ids; `settle` settles one in a separate transaction, and does nothing if
    the person has changed their mind. While any remain nothing is erased, unless the kind `lasts`: such rows
    continue without the person.
    """

    open_of: Callable[[Session, int], Awaitable[Sequence[int]]]
    settle: Callable[[int, int, StillWanted], Awaitable[None]]
    """Called with the id and the person."""
    lasts: bool = False
