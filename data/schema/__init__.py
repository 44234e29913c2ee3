"""The base of all tables: constraint names, partial indexes, column types."""
