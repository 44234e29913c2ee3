"""Rights of the bot, of admins, and of called roles."""
