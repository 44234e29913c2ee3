"""What is kept of servers: their rules, overviews and audit logs, what falls away in them, their letters."""
