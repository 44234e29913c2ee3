"""Values and pure functions of challenges."""
