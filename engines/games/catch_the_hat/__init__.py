"""Catch the Hat in all modes, for two to six players and parties: gains and risks of moves."""

from engines.games.catch_the_hat.engine import HatEngine

ENGINE = HatEngine()
