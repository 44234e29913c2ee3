"""Services of engines: one transaction a method."""
