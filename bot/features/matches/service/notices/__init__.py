"""Notices of matches: recipients, replaced boards, and the events that one message posts."""
