"""Deliver what the outbox holds: make each message, find its place, post it there once."""
