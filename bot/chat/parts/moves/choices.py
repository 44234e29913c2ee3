"""The buttons and menus of a page that offers moves, sized so that a phone shows the board, too."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise
from typing import Final

from discord import ButtonStyle, SelectOption

from bot.chat.core.messages import layouts, phone_height
from bot.chat.core.messages.message_budget import MAX_COMPONENTS, components_of, shorten
from bot.chat.core.words.move_labels import GOES, NO_CAPTION, Caption, MoveLabel, button_label, close
from bot.chat.parts.moves.move_tree import FEW
from bot.locale import Language

ROWS: Final = 3
SIDE_BY_SIDE: Final = 4
"""A phone may wrap the fifth button of a row (docs/discord-messages.md, `labels-on-phones`)."""
MAX_MENUS: Final = 12
_ABOUT: Final = 100
_TITLE: Final = 24
"""The characters of a menu's title that fit on one line of a phone."""
_CLOSE: Final = "-"
"""The separator of points if there is no room for an arrow."""


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """A move, piece or target on a page: a button, or an option in a menu that sends `value`.

    Choices of one `group` share a menu. `icon` is the emoji of the choice's piece.
    """

    label: str
    custom_id: str
    value: str
    caption: Caption = NO_CAPTION
    group: str = ""
    is_move: bool = True
    style: ButtonStyle = ButtonStyle.secondary
    icon: str | None = None


Rows = Sequence[Sequence[MoveChoice]]


@dataclass(frozen=True, slots=True)
class StepChoices:
    """The choices of a page: `ways`, preceded by a menu of `all_moves` if there are any.

    `menu_id` returns a menu's custom_id by its number.
    """

    ways: Sequence[MoveChoice]
    menu_id: Callable[[int], str]
    all_moves: Sequence[MoveChoice] = ()
    is_tight: bool = False
    """Whether a menu replaces a few moves whose buttons do not fit."""


def choice_blocks(
    offer: StepChoices, others: Sequence[layouts.Block], ratio: float, t: Language
) -> list[layouts.Block]:
    """Return a page's choices as rows and menus that fit on a phone's screen if possible.

    `others` are the page's other blocks from the picture down; `ratio` is the picture's height divided by its
    width.
    """
    if not offer.ways:
        return []
    room = phone_height.COLUMN - phone_height.height(others, ratio) - phone_height.GAP
    spare = MAX_COMPONENTS - 1 - sum(map(components_of, others))
    if not offer.all_moves:
        return _ways(offer, room, spare, t)
    placeholder = t("panel.choose-move", n=len(offer.all_moves))
    menus = [menu(offer.menu_id(0), placeholder, offer.all_moves)]
    room -= phone_height.MENU + phone_height.GAP
    for ways in (offer.ways, _close_labels(offer.ways)):
        rows = pack(ways)
        if _fits(rows, room, spare - 2):
            return [*menus, *_buttons(_IconRows.of(rows, room, spare - 2))]
    if all(choice.is_move for choice in offer.ways):
        # The menu above already contains them.
        return [*menus]
    return [*menus, menu(offer.menu_id(1), _range(offer.ways, t), offer.ways)]


def _ways(offer: StepChoices, room: float, spare: int, t: Language) -> list[layouts.Block]:
    ways = offer.ways
    if len(ways) <= FEW:
        few = _few_rows(ways)
        if not offer.is_tight or _fits(few, room, spare):
            return _buttons(_IconRows.of(few, room, spare))
    if len(ways) <= layouts.SELECT_LIMIT:
        for variants in (_with_captions(ways, _all_clauses), ways, _close_labels(ways)):
            rows = pack(variants)
            if _fits(rows, room, spare):
                return _buttons(_IconRows.of(rows, room, spare))
    return [
        menu(offer.menu_id(number), _range(part, t), part) for number, part in enumerate(_menu_parts(ways))
    ]


def _few_rows(ways: Sequence[MoveChoice]) -> Rows:
    """Return choices in at most three rows, with as much of their effects as fits."""
    closed = _close_labels(ways)
    closest = [replace(way, label=way.label.replace(GOES, _CLOSE)) for way in closed]
    variants = (_with_captions(ways_shown, clauses) for clauses in _CLAUSES for ways_shown in (ways, closed))
    for variant in (*variants, closest):
        rows = pack(variant)
        if len(rows) <= ROWS:
            return rows
    mixed = _in_any_order(closest)
    return mixed if len(mixed) <= ROWS else _without_starts(closest)


def _close_labels(ways: Sequence[MoveChoice]) -> list[MoveChoice]:
    return [replace(way, label=close(way.label)) for way in ways]


def _with_captions(ways: Sequence[MoveChoice], clauses: Callable[[Caption], Caption]) -> list[MoveChoice]:
    return [replace(way, label=button_label(way.label, clauses(way.caption))) for way in ways]


def _all_clauses(caption: Caption) -> Caption:
    return caption


def _first_clause(caption: Caption) -> Caption:
    return replace(caption, clauses=caption.clauses[:1])


def _end_clause(caption: Caption) -> Caption:
    return _first_clause(caption) if caption.rank[0] in {MoveLabel.WINS, MoveLabel.LOSES} else NO_CAPTION


def _no_clause(_: Caption) -> Caption:
    return NO_CAPTION


_CLAUSES: Final = (_all_clauses, _first_clause, _end_clause, _no_clause)


def pack(ways: Sequence[MoveChoice], *, icons: bool = False) -> Rows:
    """Return choices in few rows that a phone does not wrap, of similar length if possible."""
    greedy = list[list[MoveChoice]]()
    for way in ways:
        if greedy and _is_row([*greedy[-1], way], icons=icons):
            greedy[-1].append(way)
        else:
            greedy.append([way])
    even = _cut(ways, _even(len(ways), len(greedy)))
    return even if all(_is_row(row, icons=icons) for row in even) else greedy


def _in_any_order(ways: Sequence[MoveChoice]) -> Rows:
    """Return choices in rows that a phone does not wrap, the widest first: ordered rows were too many."""
    rows = list[list[MoveChoice]]()
    for way in sorted(ways, key=lambda way: -phone_height.button_width(way.label)):
        row = next((row for row in rows if _is_row([*row, way])), None)
        if row is None:
            rows.append([way])
        else:
            row.append(way)
    return rows


def _without_starts(ways: Sequence[MoveChoice]) -> Rows:
    """Return choices in three rows; long labels lose their move's first point."""
    rows = [list(row) for row in _cut(ways, _even(len(ways), ROWS))]
    labels = [way.label for way in ways]
    for row in rows:
        for way in sorted(row, key=lambda way: -phone_height.button_width(way.label)):
            onward = way.label.partition(_CLOSE)[2]
            if not _is_row(row) and onward and onward not in labels:
                row[row.index(way)] = replace(way, label=onward)
                labels.append(onward)
    return rows


def _is_row(ways: Sequence[MoveChoice], *, icons: bool = False) -> bool:
    """Return whether a phone shows the choices in one row."""
    widths = [phone_height.button_width(way.label, icon=icons and way.icon is not None) for way in ways]
    wide = sum(widths) + phone_height.GAP * (len(widths) - 1)
    return len(ways) == 1 or (len(ways) <= SIDE_BY_SIDE and wide <= phone_height.WIDTH)


def _even(number: int, rows: int) -> list[int]:
    if not rows:
        return []
    short, longer = divmod(number, rows)
    return [short + (row < longer) for row in range(rows)]


def _cut(ways: Sequence[MoveChoice], sizes: Sequence[int]) -> Rows:
    ends = list(accumulate(sizes, initial=0))
    return [ways[start:end] for start, end in pairwise(ends)]


def _fits(rows: Rows, room: float, spare: int) -> bool:
    high = len(rows) * (phone_height.BUTTON + phone_height.GAP) - phone_height.GAP
    return high <= room and len(rows) + sum(map(len, rows)) <= spare


@dataclass(frozen=True, slots=True)
class _IconRows:
    """Rows of buttons, with or without icons before the labels."""

    rows: Rows
    shown: bool = False

    @classmethod
    def of(cls, rows: Rows, room: float, spare: int) -> "_IconRows":
        """Return rows with icons if these need at most three rows, or no more rows than without."""
        wider = pack([way for row in rows for way in row], icons=True)
        broken = not all(_is_row(row, icons=True) for row in wider if len(row) > 1)
        if broken or len(wider) > max(ROWS, len(rows)) or not _fits(wider, room, spare):
            return cls(rows)
        return cls(wider, shown=True)


def _buttons(rows: _IconRows) -> list[layouts.Block]:
    return [layouts.buttons(*(_button(way, icon=rows.shown) for way in row)) for row in rows.rows]


def _button(choice: MoveChoice, *, icon: bool) -> layouts.Button:
    return layouts.button(choice.label, choice.custom_id, choice.style, choice.icon if icon else None)


def menu(custom_id: str, placeholder: str, part: Sequence[MoveChoice]) -> layouts.Block:
    """Return a menu of at most 25 choices."""
    return layouts.select(custom_id, placeholder, [option(choice) for choice in part])


def option(choice: MoveChoice) -> SelectOption:
    about = ", ".join(choice.caption.clauses)[:_ABOUT] or None
    return SelectOption(label=choice.label, value=choice.value, description=about, emoji=choice.icon)


def _menu_parts(ways: Sequence[MoveChoice]) -> list[list[MoveChoice]]:
    """Return choices divided into menus; groups stay together unless there are too many menus."""
    if len(ways) <= layouts.SELECT_LIMIT:
        return [list(ways)]
    groups = [list(same) for _, same in groupby(ways, lambda way: way.group)]
    parts = [part for group in groups for part in layouts.in_menus(group)]
    return layouts.in_menus(ways) if len(parts) > MAX_MENUS else parts


def _range(part: Sequence[MoveChoice], t: Language) -> str:
    """Return a menu's label: its first and last name, without the dots that mark parts of the board."""
    ends = dict.fromkeys(choice.label.removesuffix(" …") for choice in (part[0], part[-1]))
    return shorten(t("panel.choose", range=" … ".join(ends)), _TITLE)
