"""Pages on which a move is chosen step by step."""
