"""Rights of the bot, of admins, and of called people, by place."""
