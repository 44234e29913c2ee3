"""What the bot, admins and those who are called may do where."""
