"""People: settings, vacations, open games."""
