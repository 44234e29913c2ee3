"""The contents of the web page: positions, pictures, texts, and possible actions."""
