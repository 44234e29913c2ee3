"""Offers between players: made, answered, carried out."""
