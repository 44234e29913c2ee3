"""Private pages of ratings."""
