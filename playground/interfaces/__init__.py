"""Interfaces that Discord lacks: for the page and for tests, and the developer portal's."""
