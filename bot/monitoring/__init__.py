"""Monitoring for owners: metrics for Prometheus, the log of commits, the status."""
