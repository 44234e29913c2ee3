"""Tables shared by several features."""
