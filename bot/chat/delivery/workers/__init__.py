"""Background workers: deliveries, deadlines, engines, and their wakeups."""
