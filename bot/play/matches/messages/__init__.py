"""The messages of matches: their routes, and where they stand at Discord."""
