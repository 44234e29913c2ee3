"""Discord's limits of commands, messages, components and mentions."""
