"""Private pages about ratings: what somebody holds, who is ahead, how balanced a game is, a profile."""
