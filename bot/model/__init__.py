"""Pure values that several features share."""
