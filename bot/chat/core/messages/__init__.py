"""The building blocks of messages: texts, pictures, button rows, edits."""
