"""The trial: an admin finds out on their own server whether Discord does what the bot relies on."""
