"""The interfaces that Discord does not have: for the page, for tests, and the developer portal."""
