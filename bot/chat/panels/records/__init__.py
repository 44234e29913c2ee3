"""The pages on which games are looked at again: step by step, as a replay, imported ones."""
