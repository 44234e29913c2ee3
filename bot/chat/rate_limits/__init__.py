"""Discord's rate limits, shared by all processes; repeatedly refused routes get no requests."""
