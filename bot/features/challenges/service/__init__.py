"""Services of challenges: one transaction a method."""
