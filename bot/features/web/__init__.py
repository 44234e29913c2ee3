"""A board to touch: the page in a browser, its server, and the buttons that open it."""
