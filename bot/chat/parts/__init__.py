"""Parts of pages and messages that several features show; no feature owns them."""
