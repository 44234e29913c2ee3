"""Games in which men slide like rooks and are captured between two others."""
