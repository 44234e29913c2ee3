"""What people arrange for themselves, and what concerns them."""
