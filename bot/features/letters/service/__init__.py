"""Services of letters: one transaction a method."""
