"""Buttons about oneself: settings, whom one blocks, one's data."""
