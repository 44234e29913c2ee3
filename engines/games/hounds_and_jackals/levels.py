"""The strengths of the levels of Hounds and Jackals."""

from typing import Final

from engines.contract import Level

LEVELS: Final = (
    Level(1, nodes=60, depth=1, exchanges=0, margin=600, attention=60),
    Level(2, nodes=200, depth=2, exchanges=0, margin=300, attention=80),
    Level(3, nodes=600, depth=4, exchanges=0, margin=100, attention=95),
    Level(4, nodes=2_500, exchanges=0),
    Level(5, nodes=None, exchanges=0),
)
