"""Records: replays, exports, imports, dice."""
