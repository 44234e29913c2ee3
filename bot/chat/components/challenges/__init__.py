"""Buttons on the cards of challenges, tables and rematches."""
