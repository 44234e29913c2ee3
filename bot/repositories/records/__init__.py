"""Frozen values of rows without a model class."""
