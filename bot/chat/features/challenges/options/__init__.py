"""The options of a challenge: as a command has them, and typed."""
