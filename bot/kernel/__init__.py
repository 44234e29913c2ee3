"""The kernel: transactions, events with their messages, the declaration of features. It knows no feature."""
