"""Keeps messages within Discord's totals: 4,000 characters over all texts, and 40 components."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from discord import ui

MAX_CHARACTERS: Final = 4000
MAX_COMPONENTS: Final = 40
ELLIPSIS: Final = "…"

Item = ui.Item[Any]
_Item = TypeVar("_Item", bound=Item)
Holder = ui.LayoutView | ui.Container[Any]
NESTING = (ui.ActionRow, ui.Section)


def fit(view: ui.LayoutView) -> ui.LayoutView:
    """Cut a view's longest texts and drop surplus rows, in place; return the view."""
    parts = [pair for part in view.children for pair in _within(view, part)]
    frames = sum(isinstance(part, ui.Container) for part in view.children)
    texts = fitting([part for _, part in parts], MAX_COMPONENTS - frames)
    for holder, part in parts:
        if part not in texts:
            holder.remove_item(part)
    return view


def fitting(parts: Sequence[_Item], most: int = MAX_COMPONENTS - 1) -> list[_Item]:
    """Return the parts that fit into a message, their texts cut.

    The default of `most` leaves a component for a frame. Rows of buttons and menus are dropped first, from
    the end.
    """
    over = sum(map(components_of, parts)) - most
    result = list(parts)
    rows = [part for part in parts if isinstance(part, ui.ActionRow)]
    others = [part for part in parts if not isinstance(part, ui.ActionRow)]
    for part in (*reversed(rows), *reversed(others)):
        if over <= 0:
            break
        result.remove(part)
        over -= components_of(part)
    texts = [text for part in result for text in _texts(part)]
    for text, room in zip(texts, rooms([length(text.content) for text in texts]), strict=True):
        text.content = shorten(text.content, room)
    return result


def rooms(lengths: Sequence[int], most: int = MAX_CHARACTERS) -> list[int]:
    """Return the new lengths of texts: cut texts get equal room, the others are unchanged."""
    remaining, shares = most, [0] * len(lengths)
    shortest_first = sorted(range(len(lengths)), key=lengths.__getitem__)
    for behind, index in enumerate(shortest_first):
        shares[index] = min(lengths[index], remaining // (len(lengths) - behind))
        remaining -= shares[index]
    return shares


def length(text: str) -> int:
    """Return a text's length; characters outside the Basic Multilingual Plane count twice, to be safe."""
    return len(text) + sum(char > "\uffff" for char in text)


def shorten(text: str, room: int) -> str:
    """Return a text of at most `room` characters, with an ellipsis if it was cut."""
    if length(text) <= room:
        return text
    cut = text[: max(0, room - len(ELLIPSIS))]
    while length(cut) > room - len(ELLIPSIS):
        cut = cut[:-1]
    return cut.rstrip() + ELLIPSIS


def _within(holder: Holder, part: Item) -> list[tuple[Holder, Item]]:
    return [(part, child) for child in part.children] if isinstance(part, ui.Container) else [(holder, part)]


def components_of(part: Item) -> int:
    """Return the number of components of a part, including those it contains."""
    return 1 + (sum(1 for _ in part.walk_children()) if isinstance(part, NESTING) else 0)


def _texts(part: Item) -> list[ui.TextDisplay[Any]]:
    inner = part.walk_children() if isinstance(part, NESTING) else ()
    return [text for text in (part, *inner) if isinstance(text, ui.TextDisplay)]
