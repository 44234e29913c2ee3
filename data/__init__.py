"""Storage: one store over SQLite or PostgreSQL, with real transactions."""

from data.migration import NewerDatabase, newest
from data.session import Session
from data.store import Store, StoreUnavailable

__all__ = ["NewerDatabase", "Session", "Store", "StoreUnavailable", "newest"]
