"""Prepare answers: "if they play X, I play Y"."""
