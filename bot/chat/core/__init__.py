"""Shared parts of the chat: contexts, custom ids, pictures, ports, Discord's refusals."""
