"""The steps of the trial, a module each."""
