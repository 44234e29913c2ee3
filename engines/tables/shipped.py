"""The shipped tables; only this module reads their files."""

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files

from engines.tables.packed import PackedTable

Tables = Callable[[str], PackedTable | None]
"""Sources of tables, by name."""


# One at a time: with unpacked blocks a table takes about six megabytes.
@lru_cache(1)
def shipped_table(name: str) -> PackedTable | None:
    """Return a table, loaded on first use; None if it does not exist."""
    file = files("engines.tables").joinpath("data", f"{name}.table")
    return PackedTable(file.read_bytes()) if file.is_file() else None
