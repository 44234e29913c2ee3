"""The kernel: transactions, outbox, timers, personal data, declared features. It knows no feature."""
