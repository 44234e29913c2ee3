"""Measurements, a module for each part; `stage` holds the ground they stand on."""
