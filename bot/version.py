"""The version of this program. It is defined only here; the packaging reads it."""

from typing import Final

VERSION: Final = "1.3.8"
