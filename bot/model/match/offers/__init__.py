"""Offers between the players of a match."""
