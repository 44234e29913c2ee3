"""Lessons: learning a game step by step."""
