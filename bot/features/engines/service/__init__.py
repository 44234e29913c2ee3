"""What people can do in engines: one transaction a method."""
