"""The memory of large drawings: a canvas is sixteen times as large as the finished picture."""

from typing import Final

from PIL import _imaging as core

# The C library keeps blocks of up to 32 MB for reuse and releases larger ones immediately.
_PIECE: Final = 64 << 20


def give_back_large_drawings() -> None:
    """Allocate large drawings in one block, process-wide, so that their memory is released.

    With Pillow's own blocks of 16 MB, some 40 MB stay with the process after boards are drawn.
    """
    core.set_block_size(_PIECE)
