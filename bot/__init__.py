"""The bot: games by correspondence between people, and their messages on Discord."""
