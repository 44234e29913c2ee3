"""Messages in channels, threads and direct messages: text, one picture, a menu, button rows.

They are classic messages: only those show their first words in a phone's notification, and an edit keeps
their files by id. Messages posted by earlier versions are Components V2 and stay so.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from discord import ui

from bot.chat.core.custom_ids import of_epoch
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.pictures import Picture, Pictures
from bot.locale import Language
from render import Orientation, SheetBoard, TournamentChart, View
from rules.contract import State

CONTENT_LIMIT: Final = 2000
HEADLINE_LIMIT: Final = 96
"""With its four asterisks a headline has 100 characters, which every notification shows."""
_MAX_ROWS: Final = 5
_MAX_PER_ROW: Final = 5
_NAME_LIMITS: Final = (32, 20, 14, 10)
_MARKUP: Final = str.maketrans(dict.fromkeys("*`~|<>\\\n\r", ""))


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as shown in a message; its `view` has the readers' theme."""

    state: State
    view: View
    t: Language

    def words(self, pictures: Pictures) -> str:
        return pictures.words(self.state, self.t, self.view)

    def orientation(self, pictures: Pictures) -> Orientation:
        """Return the board's orientation in the picture."""
        return pictures.orientation(self.state, self.view)

    async def draw(self, pictures: Pictures) -> Picture:
        return await pictures.redraw(self.state, self.t, self.view)


@dataclass(frozen=True, slots=True)
class SheetScene:
    """Several boards in one picture, described by `alt_text`."""

    boards: tuple[SheetBoard, ...]
    alt_text: str

    def words(self, _pictures: Pictures) -> str:
        return self.alt_text

    def orientation(self, _pictures: Pictures) -> Orientation:
        """Return the orientation of the boards."""
        return Orientation.NEUTRAL

    async def draw(self, pictures: Pictures) -> Picture:
        return await pictures.sheet(self.boards, self.alt_text)


@dataclass(frozen=True, slots=True)
class StandingsScene:
    """A tournament's table or bracket as chart data, described by `alt_text`."""

    chart: TournamentChart
    alt_text: str

    def words(self, _pictures: Pictures) -> str:
        return self.alt_text

    def orientation(self, _pictures: Pictures) -> Orientation:
        """Return the orientation of the picture."""
        return Orientation.NEUTRAL

    async def draw(self, pictures: Pictures) -> Picture:
        return await pictures.standings(self.chart, self.alt_text)


@dataclass(frozen=True, slots=True)
class PublicMessage:
    """A message before sending.

    `headline` is plain text of at most 96 characters that makes sense alone, and is sent in bold; `body` and
    `closing` are markdown. If the message is too long, the last lines of its body are dropped: the closing
    has the mentions. The `menu` is above the `rows`.
    """

    headline: str
    body: str = ""
    closing: str = ""
    rows: tuple[tuple[layouts.Button, ...], ...] = ()
    scene: Scene | SheetScene | StandingsScene | None = None
    menu: layouts.Menu | None = None

    @property
    def content(self) -> str:
        """The whole text, cut to Discord's limit."""
        first, closing = layouts.bold(self.headline), shorten(self.closing, CONTENT_LIMIT // 2)
        room = CONTENT_LIMIT - len(first) - len(closing) - 2
        return "\n".join(part for part in (first, cut_lines(self.body, room), closing) if part)

    def custom_ids(self, epoch: int = 0) -> frozenset[str]:
        """Return the custom_ids of all buttons and menus, as sent in an epoch."""
        pressed = [button.custom_id or "" for row in self.rows for button in row]
        menus = [] if self.menu is None else [self.menu.custom_id]
        return frozenset(of_epoch(custom_id, epoch) for custom_id in (*menus, *pressed))

    def view(self) -> ui.View:
        """Return the menu and the button rows."""
        return classic_view(self.rows, self.menu)

    def layout(self, words: str | None) -> ui.LayoutView:
        """Return the message as Components V2, for existing messages of that kind.

        `words` are the alt text of its picture, None without a picture.
        """
        picture = [] if words is None else [layouts.picture(words)]
        menu = [] if self.menu is None else [ui.ActionRow(self.menu.item())]
        rows = [layouts.buttons(*row) for row in self.rows]
        return layouts.page(layouts.text(self.content), *picture, *menu, *rows)

    def with_doors(self, doors: Sequence[layouts.Button]) -> "PublicMessage":
        """Return the message with added buttons, in its first row or, if that is full, below."""
        if not doors:
            return self
        first, *others = self.rows or ((),)
        if len(first) + len(doors) <= _MAX_PER_ROW:
            return replace(self, rows=((*first, *doors), *others))
        return replace(self, rows=(*self.rows, tuple(doors)))

    def close(self, remark: str) -> "PublicMessage":
        """Return the message without buttons and menus, with a remark at its end."""
        closing = "\n".join(part for part in (self.closing, remark) if part)
        return replace(self, closing=closing, rows=(), menu=None)

    def without_buttons(self) -> "PublicMessage":
        """Return the message without buttons and menus."""
        return replace(self, rows=(), menu=None)

    def without_picture(self) -> "PublicMessage":
        """Return the message without its picture."""
        return replace(self, scene=None)


def classic_view(rows: Iterable[Iterable[layouts.Button]], menu: layouts.Menu | None = None) -> ui.View:
    """Return a menu and button rows for a classic message: at most five rows of at most five."""
    view = ui.View(timeout=None)
    first = 0
    if menu is not None:
        view.add_item(menu.item(first))
        first = 1
    for number, row in enumerate(list(rows)[: _MAX_ROWS - first], start=first):
        for button in list(row)[:_MAX_PER_ROW]:
            # A button stores its row, and may be reused when the message is rebuilt.
            item: ui.Button[Any] = ui.Button(
                label=button.label,
                custom_id=button.custom_id,
                style=button.style,
                emoji=button.emoji,
                row=number,
            )
            view.add_item(item)
    view.stop()
    return view


def headline(parts: Sequence[str]) -> str:
    """Return the first line of a message from its non-empty parts, the most important first."""
    return shorten(" · ".join(part for part in parts if part), HEADLINE_LIMIT)


def plain_name(name: str, limit: int = _NAME_LIMITS[0]) -> str:
    """Return a person's name without Discord's markup and links, at most `limit` long."""
    flat = "".join(char for char in name.translate(_MARKUP) if char.isprintable()).strip()
    safe = flat.replace("__", "_").strip("_").replace("://", " ").replace("@", "@\u200b")
    return shorten(safe, limit) or "?"


def name_variants(name: str) -> tuple[str, ...]:
    """Return variants of a name for a message or a thread's title, the longest first."""
    whole = (name, *(plain_name(name, limit) for limit in _NAME_LIMITS))
    return tuple(sorted({block for block in whole if block.strip(" ?")}, key=lambda text: (-len(text), text)))


def fitting_headline(make: Callable[[Sequence[str]], str], names: Sequence[str]) -> str:
    """Return a headline, with names shortened if it would be too long.

    `make` gets the names in the given order and returns the whole line.
    """
    line = ""
    for limit in _NAME_LIMITS:
        line = make([plain_name(name, limit) for name in names])
        if len(line) <= HEADLINE_LIMIT:
            return line
    return shorten(line, HEADLINE_LIMIT)


def cut_lines(text: str, limit: int) -> str:
    """Return as many lines of a text as fit, with an ellipsis if lines are dropped."""
    if len(text) <= limit:
        return text
    lines = text[: max(limit - 1, 0)].rpartition("\n")[0]
    return f"{lines}\n…" if lines else shorten(text, limit)
