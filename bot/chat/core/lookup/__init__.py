"""Finding the intended match, and the right to see it."""
