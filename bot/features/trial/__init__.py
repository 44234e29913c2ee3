"""Trial: a scripted game that tries the real Discord."""
