"""What the admins of a server decide and see."""
