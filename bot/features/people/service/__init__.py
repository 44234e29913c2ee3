"""What people can do in people: one transaction a method."""
