"""The base of all tables: names of constraints, partial indexes, types of columns."""
