"""Begin a game: which board, on what terms, against whom."""
