"""What people can do in challenges: one transaction a method."""
