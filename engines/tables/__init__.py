"""Tables of solved games: packed values, read block by block."""

from engines.tables.packed import Layer, PackedTable, pack
from engines.tables.shipped import Tables, shipped_table

__all__ = ["Layer", "PackedTable", "Tables", "pack", "shipped_table"]
