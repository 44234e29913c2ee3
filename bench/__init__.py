"""Measurements, one module per part; `stage` holds their common infrastructure."""
