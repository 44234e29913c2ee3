"""Pure values shared by several features."""
