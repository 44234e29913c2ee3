"""The kernel: transactions, outbox, timers, personal data, the declaration of features. It knows no feature."""
