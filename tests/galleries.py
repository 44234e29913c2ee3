"""One set of painters for all tests of a process: each would draw and keep the same boards again."""

from typing import Final

from render import Gallery

GALLERY: Final = Gallery()
