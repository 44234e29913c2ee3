"""Commands about ratings: what somebody holds, who is ahead, how a game comes out, a profile."""
