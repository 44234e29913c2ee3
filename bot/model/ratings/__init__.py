"""Values of ratings."""
