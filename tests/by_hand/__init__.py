"""Programs written from the documents alone, as a stranger would: they import nothing of the bot."""
