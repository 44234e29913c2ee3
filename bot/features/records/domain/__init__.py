"""Values and pure functions of records."""
