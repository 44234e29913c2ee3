"""Offers: draws, aborts, time and resignation."""
