"""Commands for a server: its settings, its open challenges, what its admins decide."""
