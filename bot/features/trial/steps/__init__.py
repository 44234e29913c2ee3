"""The steps of the trial, one a module."""
