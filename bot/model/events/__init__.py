"""Events and instructions that several features record."""
