"""The contents of the web page: positions, pictures, words, and allowed actions."""
