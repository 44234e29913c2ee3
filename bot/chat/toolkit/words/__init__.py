"""Sentences, times, lists and labels as people read them."""
