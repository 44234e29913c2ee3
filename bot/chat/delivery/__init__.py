"""Delivery of notices: compose each message, find its place, post it there exactly once."""
