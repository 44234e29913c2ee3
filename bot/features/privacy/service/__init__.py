"""Services of privacy: one transaction a method."""
