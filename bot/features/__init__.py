"""The features, a folder each: everything that people can do."""
