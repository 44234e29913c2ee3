"""Interactions of people with the bot: commands, buttons, forms, and its answers."""
