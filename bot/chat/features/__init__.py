"""The features, a folder each: command, buttons, private pages, public messages and their words."""
