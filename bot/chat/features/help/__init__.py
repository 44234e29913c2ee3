"""First steps, rules, and what the bot can do."""
