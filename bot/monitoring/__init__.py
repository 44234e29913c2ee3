"""Monitoring for owners: metrics for Prometheus, alarms, the change log, the status."""
