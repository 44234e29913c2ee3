"""The interfaces that Discord does not have: of the page, of tests, and of the developer portal."""
