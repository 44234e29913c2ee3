"""Discord's limits on commands, messages, components and mentions."""
