"""Tables of values that several features share."""
