"""Letters: a message a week about the games of a server."""
