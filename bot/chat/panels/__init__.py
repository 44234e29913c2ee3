"""Private pages: what one person sees, and can do there."""
