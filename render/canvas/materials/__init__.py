"""Materials of boards, drawn irregularly from a fixed seed, so that they look the same everywhere."""
