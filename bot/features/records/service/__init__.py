"""Services of records: one transaction a method."""
