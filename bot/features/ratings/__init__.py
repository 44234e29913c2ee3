"""Ratings: ratings, leaderboards, profiles, statistics."""
