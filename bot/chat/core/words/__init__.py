"""Words shared by several features."""
