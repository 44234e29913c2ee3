"""The bot: who plays whom, and how that is shown in Discord."""
