"""The pure part: people, challenges, matches, and what may happen to them, as functions of values."""
