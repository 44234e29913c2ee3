"""Privacy: blocks, exports and deletion, by whom they concern."""
