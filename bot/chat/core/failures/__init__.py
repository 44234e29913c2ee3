"""Failures of Discord and the network: classification and retries."""
