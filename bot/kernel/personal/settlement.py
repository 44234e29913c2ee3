"""Settlement: a person's pending matters that end, or continue without them, before an erasure."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from data.session import Session

StillWanted = Callable[[Session], Awaitable[bool]]
"""Whether the person still wants to be erased, as seen in a transaction."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """One kind of things that a person is in, such as running matches.

    `open_of` returns the remaining ids; `settle` settles one in a separate transaction, and does nothing if
    the person has changed their mind. While one remains nothing is erased, unless it `lasts`: such a row
    continues without the person.
    """

    open_of: Callable[[Session, int], Awaitable[Sequence[int]]]
    settle: Callable[[int, int, StillWanted], Awaitable[None]]
    """Called with the id and the person."""
    lasts: bool = False
