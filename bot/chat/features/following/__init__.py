"""Following: who looks on at a game from outside is told of it in direct messages."""
