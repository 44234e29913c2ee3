"""Many cases in one test, where their common setup is expensive."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def case(what: object) -> Iterator[None]:
    """Name the case in any failure within the block."""
    try:
        yield
    except Exception as error:
        error.add_note(f"in the case of {what!r}")
        raise
