"""The bot: correspondence games between people, and their messages on Discord."""
