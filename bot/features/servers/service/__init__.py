"""Services of servers: one transaction a method."""
