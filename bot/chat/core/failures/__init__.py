"""Failures at Discord and on the way there: how they are told apart and retried."""
