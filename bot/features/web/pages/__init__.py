"""What the web page shows: positions, pictures, words, and what may be done."""
