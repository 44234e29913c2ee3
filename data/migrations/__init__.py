"""How the tables came to be, a step at a time."""
