"""The tables of the first step, one module per topic."""
