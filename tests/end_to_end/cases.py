"""Several cases in one test with an expensive setup."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def case(label: object) -> Iterator[None]:
    """Name the case in any failure within the block."""
    try:
        yield
    except Exception as error:
        error.add_note(f"in the case of {label!r}")
        raise
