"""What every message and every answer is made of."""
