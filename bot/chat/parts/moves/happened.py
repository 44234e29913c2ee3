"""The part of a page about the latest event, between picture and buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.chat.core.messages import layouts, phone_height
from bot.chat.parts.moves.step_marks import StepMarks

MAX_TEXT_HEIGHT: Final = 66
"""The height of the text between picture and buttons on a phone: three lines."""


@dataclass(frozen=True, slots=True)
class EventBlocks:
    """The blocks between picture and buttons, and the `earlier` sentences above the picture.

    `loose` buttons did not fit next to the sentences and go to the foot of the page.
    """

    blocks: tuple[layouts.Block, ...] = ()
    earlier: tuple[str, ...] = ()
    loose: tuple[layouts.Button, ...] = ()


def happened_blocks(lines: Sequence[str], undo: layouts.Button | None = None) -> EventBlocks:
    """Return as many of the latest sentences as fit, with the button that undoes them."""
    nonempty = tuple(line for line in lines if line)
    loose = () if undo is None else (undo,)
    if not nonempty:
        return EventBlocks(loose=loose)
    latest = [("\n".join(nonempty[start:]), nonempty[:start]) for start in range(len(nonempty))]
    if undo is not None:
        for text, earlier in latest:
            beside = layouts.section_with_button(text, undo)
            if phone_height.height([beside], 0) <= MAX_TEXT_HEIGHT:
                return EventBlocks((beside,), earlier)
    fitting = ((text, earlier) for text, earlier in latest if _fits(text))
    text, earlier = next(fitting, latest[-1])
    return EventBlocks((layouts.text(text),), earlier, loose)


def _fits(text: str) -> bool:
    return phone_height.height([layouts.text(text)], 0) <= MAX_TEXT_HEIGHT


@dataclass(frozen=True, slots=True)
class Before:
    """A page's text about the latest event, with its buttons.

    `title` is above the picture, `remarks` between picture and buttons, next to `undo`.
    """

    remarks: tuple[str, ...] = ()
    undo: layouts.Button | None = None
    title: tuple[str, ...] = ()
    foot: tuple[layouts.Button, ...] = ()
    marks: StepMarks | None = None
    """The marks of a hint; they replace those of the movable pieces."""

    def event_blocks(self) -> EventBlocks:
        """Return the blocks between picture and buttons."""
        return happened_blocks(self.remarks, self.undo)


NOTHING_BEFORE: Final = Before()
