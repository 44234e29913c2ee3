"""Between rows and values: loading, transactions that happen once, and what is kept at hand."""
