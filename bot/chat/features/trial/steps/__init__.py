"""The steps of the trial, in their order."""
