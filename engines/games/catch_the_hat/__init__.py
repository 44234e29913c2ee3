"""Catch the Hat in all modes, for two to six players and in parties: what a move promises and risks."""

from engines.games.catch_the_hat.engine import HatEngine

ENGINE = HatEngine()
