"""What players of a match offer and claim: draws, take-backs, more time, their resignation."""
