"""Public and direct messages of matches: composed, posted where the match lives, edited."""
