"""What people can do in records: one transaction a method."""
