"""Rows of the outbox: notices, requests, claims."""
