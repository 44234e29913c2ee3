"""Challenges: invitations, lobbies, counter-offers and rematches."""
