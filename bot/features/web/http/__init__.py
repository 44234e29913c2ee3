"""The server of the web page, imported only if an address to listen at is set."""
