"""Privacy: blocks, exports, deletion."""
