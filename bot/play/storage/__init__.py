"""What use cases share: transactions that happen once, how matches are found, and what is kept at hand."""
