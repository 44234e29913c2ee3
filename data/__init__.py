"""What is kept: one store over SQLite or PostgreSQL, with real transactions."""

from data.migration import NewerDatabase, newest
from data.store import BaseStore, Session, StoreUnavailable

__all__ = ["BaseStore", "NewerDatabase", "Session", "StoreUnavailable", "newest"]
