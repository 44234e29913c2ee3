"""Following: watching the games of others."""
