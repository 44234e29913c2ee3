"""The memory of large drawings: a canvas is sixteen times as large as the picture it becomes."""

from typing import Final

from PIL import _imaging as core

# The C library keeps pieces of up to 32 MB for later, larger ones return to the machine at once.
_PIECE: Final = 64 << 20


def give_back_large_drawings() -> None:
    """Allocate large drawings in one piece, for the whole process, so that their memory is released.

    In Pillow's own pieces of 16 MB some 40 MB stay with the process after boards were drawn.
    """
    core.set_block_size(_PIECE)
