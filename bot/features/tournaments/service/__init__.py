"""What people can do in tournaments: one transaction a method."""
