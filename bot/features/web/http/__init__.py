"""The server of the web page, imported only where an address to listen at is set."""
