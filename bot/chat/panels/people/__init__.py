"""The pages about oneself: one's games, settings, whom one blocks, one's data."""
