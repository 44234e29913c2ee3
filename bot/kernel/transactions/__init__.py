"""The one transaction: unit of work, caches and locks."""
