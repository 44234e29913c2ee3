"""What an owner watches: metrics for Prometheus, the log of what was committed, the state of it all."""
