"""Ratings, leaderboards, profiles and how balanced games are."""
