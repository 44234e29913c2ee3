"""Seats that change hands: offered, accepted, declined, withdrawn, lapsed."""
