"""A clock for worlds without a server."""


class Hand:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.moment = 1_800_000_000.0

    def now(self) -> float:
        return self.moment
