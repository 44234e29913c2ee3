"""What games are built with: bit sets, sliding moves, texts, states for two, perft."""
