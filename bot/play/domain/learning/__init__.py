"""What people learn by: puzzles, and how they have fared with them."""
