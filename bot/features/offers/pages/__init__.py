"""Private pages of offers."""
