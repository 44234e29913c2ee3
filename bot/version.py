"""The version of this program: the one place that names it; the packaging reads it from here."""

from typing import Final

VERSION: Final = "1.3.3"
