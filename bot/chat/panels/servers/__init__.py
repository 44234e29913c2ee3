"""The pages of a server: what may be played in it, by whom, what is open, what was done, its welcome."""
