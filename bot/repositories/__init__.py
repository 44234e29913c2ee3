"""Rows of the shared values of the model, and the statements on them."""
