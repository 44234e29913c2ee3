"""Values and pure functions of tournaments."""
