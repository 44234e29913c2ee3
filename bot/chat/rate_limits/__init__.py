"""Discord's rate limits, shared by all processes; routes with repeated refusals get no requests."""
