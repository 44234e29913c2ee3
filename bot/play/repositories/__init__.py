"""What is loaded and saved: the values of the domain, straight from the tables."""
