"""People: who they are, what they want, and which seats they hold."""
