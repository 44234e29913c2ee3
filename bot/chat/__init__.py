"""The Discord side: interactions, delivery, gateway and rate limits. It knows no feature."""
