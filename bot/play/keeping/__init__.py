"""Whether what is kept is sound: each log of moves leads to what is stored of its game."""
