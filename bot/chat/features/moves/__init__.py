"""Move: by buttons or by typing, and take a slip back."""
