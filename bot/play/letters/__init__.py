"""Weekly letters: what a server is told of its week."""
