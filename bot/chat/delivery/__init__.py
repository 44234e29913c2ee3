"""Delivery of notices: compose each message, find its place, post it there once."""
