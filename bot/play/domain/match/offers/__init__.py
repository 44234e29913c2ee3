"""What players offer each other, and what they undo by themselves."""
