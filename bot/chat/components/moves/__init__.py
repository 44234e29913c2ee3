"""Buttons by which moves are chosen, typed ones settled, undone and planned."""
