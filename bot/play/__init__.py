"""Who plays whom, whose turn it is, and what is to be told to whom; no word of Discord."""
