"""Public messages: cards, boards, offers, words about time."""
