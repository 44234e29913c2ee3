"""What people do with the bot: commands, buttons, forms, and its answers."""
