"""Failures at Discord and in transit: how to distinguish and retry them."""
