"""Copies of the data: backups, restores, and moving to another database."""
