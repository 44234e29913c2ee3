"""Services of people: one transaction a method."""
