"""Discord's limits on requests, kept by all processes together; routes that keep refusing get none."""
