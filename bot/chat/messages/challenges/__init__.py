"""The cards of challenges and tables, and words to those who made them."""
