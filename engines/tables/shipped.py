"""The tables that are shipped: this module alone reads their files."""

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files

from engines.tables.packed import PackedTable

Tables = Callable[[str], PackedTable | None]
"""Sources of tables, by their names."""


# One at a time: with its unpacked blocks it takes some six megabytes.
@lru_cache(1)
def shipped_table(name: str) -> PackedTable | None:
    """Return a table, read at the first request; None if it does not exist."""
    file = files("engines.tables").joinpath("data", f"{name}.table")
    return PackedTable(file.read_bytes()) if file.is_file() else None
