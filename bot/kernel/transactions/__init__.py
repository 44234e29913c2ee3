"""Transactions: unit of work, caches and locks."""
