"""Moves: playing, exploring and planning them."""
