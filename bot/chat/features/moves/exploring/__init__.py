"""Try moves out, seen by nobody else."""
