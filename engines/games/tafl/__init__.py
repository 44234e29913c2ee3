"""Games in which men slide like rooks and are caught between two others."""
