"""Rows by which processes agree: leases, claims, signals, timers."""
