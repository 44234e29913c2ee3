"""Programs written only from the documentation, as an outsider would: they import nothing of the bot."""
