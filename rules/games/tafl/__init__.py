"""Games with men that slide like rooks and are captured between two others."""
