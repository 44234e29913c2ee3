"""The tables, a module for each topic."""
