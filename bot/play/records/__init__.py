"""What games leave behind: records of those played here, and those that people bring along."""
