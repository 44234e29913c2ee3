"""Help: the greeting, the rules and the list of commands."""
