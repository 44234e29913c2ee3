"""Several processes that serve the same bot: their leases and their shares of the work."""
