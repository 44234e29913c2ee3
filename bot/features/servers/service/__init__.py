"""What people can do in servers: one transaction a method."""
