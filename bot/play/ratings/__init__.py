"""Ratings: what there is to see of them and of how games end; computing them anew from the log of games."""
