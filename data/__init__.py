"""What is kept: one store over SQLite or PostgreSQL, with real transactions."""

from data.migration import NewerDatabase, newest
from data.store import Store, StoreUnavailable, Tables

__all__ = ["NewerDatabase", "Store", "StoreUnavailable", "Tables", "newest"]
