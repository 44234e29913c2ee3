"""The gateway: sessions, shards, and what is told to the bot."""
