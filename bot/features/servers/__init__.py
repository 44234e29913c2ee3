"""Servers: rules, lists of players, limitations."""
