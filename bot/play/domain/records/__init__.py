"""Records of games: as values, as files, and whether they could have been played so."""
