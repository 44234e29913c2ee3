"""What follows from a restore: an epoch begins, clocks get back what was lost, every match says so."""
