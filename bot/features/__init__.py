"""The features, a folder each: everything a person can do."""
