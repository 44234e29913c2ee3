"""The server of the web page. Only imported where an address to listen at is set."""
