"""Practice: matches against engines, begun and gone on with in private."""
