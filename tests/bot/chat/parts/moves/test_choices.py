"""Rows and menus of choices: labels and effects shortened to a phone's width and Discord's limits."""

from collections.abc import Callable, Sequence
from typing import Any

from discord import ButtonStyle, ui
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.messages import layouts
from bot.chat.core.words.move_labels import Caption, MoveLabel
from bot.chat.parts.moves.choices import MoveChoice, StepChoices, choice_blocks
from bot.locale import Texts

pytest_plugins = ("tests.bot.chat.approved",)

T = Texts.load().language("en")
ICON = "<:man:5>"
TAKES = Caption(("takes b2", "and c3"), (MoveLabel.DOES, 0))
WINS = Caption(("wins",), (MoveLabel.WINS, 0))
LOSES = Caption(("loses", "at once"), (MoveLabel.LOSES, 0))


def _choice(label: str, number: int, **more: Any) -> MoveChoice:
    return MoveChoice(label, f"play:{number}", f"v{number}", **more)


def _choices(number: int, label: str = "{}", **more: Any) -> list[MoveChoice]:
    return [_choice(label.format(count), count, **more) for count in range(1, number + 1)]


def _line(item: Any) -> str:
    if isinstance(item, ui.Select):
        options = [
            f"{option.emoji or ''}{option.label}={option.value}"
            + (f" ({option.description})" if option.description else "")
            for option in item.options
        ]
        return f"{item.custom_id} <{item.placeholder}>: {', '.join(options)}"
    emoji = f"{item.emoji} " if item.emoji else ""
    style = "" if item.style is ButtonStyle.secondary else f" {item.style.name}"
    return f"[{emoji}{item.label} {item.custom_id}{style}]"


def _rows(ways: Sequence[MoveChoice], *, lines: int = 0, buttons: int = 0, **more: Any) -> str:
    """Return the rows of a page that also has `lines` of text and `buttons`."""
    others: list[layouts.Block] = [layouts.text("x") for _ in range(lines)]
    others += [
        layouts.buttons(*(layouts.button("y", f"other:{row}:{number}") for number in range(4)))
        for row in range(buttons // 4)
    ]
    offer = StepChoices(ways, lambda number: f"menu:{number}", **more)
    blocks = choice_blocks(offer, others, 0.0, T)
    rows = [block for block in blocks if isinstance(block, ui.ActionRow)]
    return "\n".join(" ".join(map(_line, row.children)) for row in rows)


CASES: dict[str, Callable[[], str]] = {
    "none": lambda: _rows([]),
    "nine in three rows": lambda: _rows(_choices(9)),
    "ten to 25": lambda: _rows(_choices(25, "p{}")),
    "26 of one group": lambda: _rows(_choices(26, "p{} …")),
    "26 of two groups": lambda: _rows(
        [*_choices(2, "p{}", group="p"), *(_choice(f"q{n} …", n, group="q") for n in range(24))]
    ),
    "too many groups": lambda: _rows([_choice(f"p{n}", n, group=str(n)) for n in range(26)]),
    "long ends of a menu": lambda: _rows(_choices(26, "point {} of the board …")),
    "icons": lambda: _rows(_choices(9, icon=ICON)),
    "icons in a fourth row": lambda: _rows(_choices(9, "label of {}", icon=ICON)),
    "icon of one": lambda: _rows([*_choices(2, "p{}"), _choice("q", 9, icon=ICON)]),
    "all clauses": lambda: _rows(_choices(3, "p{}", caption=TAKES)),
    "first clause": lambda: _rows(_choices(6, "p{}", caption=TAKES)),
    "ends alone": lambda: _rows(
        [
            *_choices(6, "a1 → {}", caption=TAKES),
            _choice("b1 → 1", 7, caption=WINS),
            _choice("c1 → 1", 8, caption=LOSES),
        ]
    ),
    "no clause": lambda: _rows(_choices(9, "a1 → b{}", caption=TAKES)),
    "closed": lambda: _rows(_choices(9, "a1 → b2 → {}")),
    "any order": lambda: _rows(
        [_choice(label, len(label)) for label in ("a" * 18, "b" * 18, "cccc", "dddd", "e" * 11, "f" * 11)]
    ),
    "without starts": lambda: _rows(_choices(9, "a10 → b10 → c1{}")),
    "without starts twice": lambda: _rows(
        [*_choices(4, "a10 → b10 → c1{}"), *_choices(5, "a20 → b10 → c1{}")]
    ),
    "tight": lambda: _rows(_choices(9), lines=23, is_tight=True),
    "not tight": lambda: _rows(_choices(9), lines=23),
    "ten where nothing fits": lambda: _rows(_choices(10), lines=23),
    "captions that fit": lambda: _rows(_choices(10, "p{}", caption=WINS)),
    "captions that do not": lambda: _rows(_choices(14, "p{}", caption=TAKES), lines=12),
    "closed that fit": lambda: _rows(_choices(10, "a1 → b{}"), lines=16),
    "no room for components": lambda: _rows(_choices(9), buttons=24, is_tight=True),
    "icons where a row has room": lambda: _rows(_choices(4, "abcd{}", icon=ICON)),
    "icons where no row has room": lambda: _rows(_choices(4, "abcd{}", icon=ICON), lines=24),
    "icons on wide labels": lambda: _rows(_choices(2, "abcdefghijklmnopqrs{}", icon=ICON)),
    "captions only of a few": lambda: _rows(_choices(10, "a1 → b{}", caption=TAKES), lines=14),
    "moves and their pieces": lambda: _rows(
        _choices(3, "man {}", is_move=False, icon=ICON),
        all_moves=_choices(12, "m{}", icon=ICON, caption=LOSES),
    ),
    "moves and their pieces, closed": lambda: _rows(
        _choices(6, "a1 → b{}", is_move=False), lines=15, all_moves=_choices(12, "m{}")
    ),
    "moves and no room": lambda: _rows(
        _choices(3, "man {}", is_move=False), lines=23, all_moves=_choices(12, "m{}")
    ),
    "moves alone and no room": lambda: _rows(_choices(12, "m{}"), lines=23, all_moves=_choices(12, "m{}")),
    "moves and few components": lambda: _rows(
        _choices(3, "man {}", is_move=False), lines=4, buttons=24, all_moves=_choices(12, "m{}")
    ),
    "style": lambda: _rows([_choice("p", 1, style=ButtonStyle.danger)]),
    "long effects in a menu": lambda: _rows(
        _choices(26, "p{}", caption=Caption(("takes " * 20,), (MoveLabel.DOES, 0)))[:26]
    ).splitlines()[0][:260],
}


def test_rows_and_menus_of_choices(approved: SnapshotAssertion) -> None:
    pages = "\n\n".join(f"{name}:\n{rows()}" for name, rows in CASES.items())
    assert pages == approved(name="choices-en")
