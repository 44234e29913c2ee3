"""Values and pure functions of lessons."""
