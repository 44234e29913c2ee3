"""Drawing with named inks, cut into palette images and PNG files. Independent of games."""
