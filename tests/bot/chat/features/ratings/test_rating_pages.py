"""What people read of ratings, over real games."""
