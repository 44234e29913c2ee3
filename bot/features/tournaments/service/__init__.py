"""Services of tournaments: one transaction a method."""
