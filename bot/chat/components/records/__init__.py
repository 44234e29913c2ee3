"""Buttons that lead through games: step by step, as a replay, as files, imported ones."""
