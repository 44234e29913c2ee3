"""Building blocks of games: bit sets, sliding moves, texts, states for two, perft."""
