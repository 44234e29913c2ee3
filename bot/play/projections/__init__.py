"""What follows from what has happened: messages to be delivered, and overviews to be drawn again."""
