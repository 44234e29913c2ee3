"""Programs written from the documentation alone, as by an outsider: they import no code of the bot."""
