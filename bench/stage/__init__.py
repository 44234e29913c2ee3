"""Infrastructure of the measurements: prepared games, large databases, the bot as a process, players."""
