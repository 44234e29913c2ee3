"""Rows that coordinate processes: leases, claims, signals, timers."""
