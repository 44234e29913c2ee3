"""The kernel: transactions and the declaration of features. It knows no feature."""
