"""The club: who plays whom, whose turn it is, and what is to be told to whom."""
