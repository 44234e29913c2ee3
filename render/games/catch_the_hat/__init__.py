"""Catch the Hat: hats as cones, towers, homes, benches and the die."""

from render.games.catch_the_hat.painter import PAINTER

__all__ = ["PAINTER"]
