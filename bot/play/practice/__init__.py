"""Practice: matches against engines, which nobody else hears of."""
