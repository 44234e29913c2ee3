"""The bot: the club where games are played, and its rooms in Discord."""
