"""What the measurements share: games made ready, large databases, the bot as a process, people who play."""
