"""Pages of matches: boards, steps, and the ways on below them."""
