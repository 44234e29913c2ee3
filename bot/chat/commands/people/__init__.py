"""Commands about oneself: settings, vacation, whom one blocks, one's data."""
