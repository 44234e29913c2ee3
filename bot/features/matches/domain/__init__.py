"""Values and pure functions of matches."""
