"""What people can do in matches: one transaction a method."""
