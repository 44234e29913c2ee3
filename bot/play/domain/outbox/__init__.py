"""What has happened, what is told of it, and what is to be done at Discord."""
