"""The tables that are shipped: this module alone reads their files."""

from functools import lru_cache
from importlib.resources import files

from engines.tables.packed import PackedTable

_MOST_TABLES = 2
"""The tables that are kept at once, packed: some megabytes."""


@lru_cache(_MOST_TABLES)
def shipped_table(name: str) -> PackedTable | None:
    """Return a table, read when it is first asked for; None where there is none."""
    file = files("engines.tables").joinpath("data", f"{name}.table")
    return PackedTable(file.read_bytes()) if file.is_file() else None
