"""Services of ratings: one transaction a method."""
