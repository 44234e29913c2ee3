"""Connections to SQLite and PostgreSQL: addresses, dialects, engines."""
