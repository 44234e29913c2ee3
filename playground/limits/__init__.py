"""What Discord takes: the limits of commands, messages, components and mentions."""
