"""What people can do in privacy: one transaction a method."""
