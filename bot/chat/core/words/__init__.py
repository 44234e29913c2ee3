"""What several features say alike."""
