"""The bot: how games are played between people, and how Discord shows it."""
