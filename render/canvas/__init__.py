"""Drawing with named inks, cut into palette images and PNG files. Knows nothing of games."""
