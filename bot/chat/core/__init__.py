"""Shared parts of the chat: contexts, custom_ids, pictures, Discord's refusals."""
