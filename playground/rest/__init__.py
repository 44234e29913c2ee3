"""The REST interface under /api/v10, as far as a correspondence bot uses it."""
