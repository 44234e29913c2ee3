"""Parts of pages and messages shared by several features; no feature owns them."""
