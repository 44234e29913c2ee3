"""What people see and decide of themselves: their games, settings, vacation, blocks, data."""
