"""What the playground is made of: people, places, messages, what happens to them, and how it refuses."""
