"""Ratings, purely: Glicko-2 for two, Plackett and Luce's model for more, and what a result does to them."""
