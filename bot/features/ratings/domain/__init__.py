"""Values and pure functions of ratings."""
