"""Copies of what is kept: backups, restores, and moving to another database."""
