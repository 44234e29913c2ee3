"""The building blocks of messages: texts, pictures, rows of buttons, edits."""
