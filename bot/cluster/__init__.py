"""Several processes that serve the same bot: their leases and shares of the work."""
