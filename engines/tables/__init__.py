"""Tables of solved games: packed values, read block by block."""

from engines.tables.packed import Layer, PackedTable, packed
from engines.tables.shipped import shipped_table

__all__ = ["Layer", "PackedTable", "packed", "shipped_table"]
