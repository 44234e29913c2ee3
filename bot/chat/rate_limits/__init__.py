"""Discord's limits on requests, kept by all processes together; what keeps refusing is left alone."""
