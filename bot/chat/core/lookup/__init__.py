"""The intended match, and a person's right to see it."""
