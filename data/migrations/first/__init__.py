"""The tables of the first step, a module for each topic."""
