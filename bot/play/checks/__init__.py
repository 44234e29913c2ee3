"""Whether what is kept is sound: rows by themselves and among each other, and logs replayed by the rules."""
