"""Reviews: a finished game looked back at, seen by nobody else."""
