"""The gateway: sessions, shards, and the events for the bot."""
