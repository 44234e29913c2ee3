"""What people can do in ratings: one transaction a method."""
