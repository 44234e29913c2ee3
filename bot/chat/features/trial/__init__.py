"""The trial: an admin and the bot test the assumptions of docs/discord.md on the real Discord."""
