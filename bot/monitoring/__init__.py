"""Monitoring for owners: metrics for Prometheus, alarms, the log of commits, the status."""
