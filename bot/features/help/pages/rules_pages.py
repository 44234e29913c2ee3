"""The rules of a game as a carousel: one drawing and two sentences a page."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.offered_boards import OfferedBoard
from bot.chat.core.pictures import Pictures
from bot.features.lessons.service import RuleDrawing
from bot.locale import Language
from render import View
from rules.contract import Game, options_in_effect

TURN: Final = "rules-page"
WHOLE: Final = "rules-text"
_SENTENCES: Final = 2
_END: Final = re.compile(r"(?<=[.!?])\s+")
_HEADING: Final = "**"
_WIDTH: Final = 480
"""Pixels: as wide as a phone shows a board."""


@dataclass(frozen=True, slots=True)
class RulesShown:
    """The rules of a board, or of a match on it, as a carousel.

    `below` are the buttons of the first and the last page.
    """

    board: OfferedBoard
    match: int | None = None
    drawings: Sequence[RuleDrawing] = ()
    below: Sequence[layouts.Button] = ()

    @property
    def pages(self) -> int:
        """The number of pages; the first shows the board itself."""
        return 1 + len(self.drawings)

    def custom_id(self, verb: str, *arguments: int) -> str:
        """Return a custom_id for an action on these rules."""
        return custom_ids.write(verb, *arguments, self.match or 0, self.board.id)


async def carousel_page(
    pictures: Pictures, games: Mapping[str, Game], rules_view: RulesShown, number: int, t: Language
) -> layouts.Page:
    """Return a page; numbers beyond the last one show the last one."""
    board, number = rules_view.board, max(0, min(number, rules_view.pages - 1))
    own: Sequence[str] = ()
    if number:
        drawing = rules_view.drawings[number - 1]
        lesson = f"{board.key}.lesson.{drawing.lesson}"
        state, title, text = drawing.state, t(f"{lesson}.title"), t(f"{lesson}.text")
    else:
        state, title = games[board.key].new(board.options), t("rules.goal")
        text = goal(t(f"{board.key}.rules"))
        own = rules_of_board(games[board.key], board.options, t)
    at_an_end = number in {0, rules_view.pages - 1}
    view = View(width=_WIDTH, over=number > 0 and state.outcome is not None)
    picture = await pictures.picture(state, t, view)
    place = t("rules.page", title=title, number=number + 1, count=rules_view.pages)
    return layouts.page(
        layouts.text(f"## {board.name(t)}\n-# {place}"),
        layouts.picture(picture.words),
        layouts.text(first_sentences(text)),
        *map(layouts.text, own),
        layouts.separator(),
        _turning(rules_view, number, t),
        *([layouts.buttons(*rules_view.below)] if rules_view.below and at_an_end else []),
    ), [picture]


def _turning(rules_view: RulesShown, number: int, t: Language) -> layouts.Block:
    back = layouts.button(t("history.back"), rules_view.custom_id(TURN, max(0, number - 1)))
    onward = layouts.button(t("history.forward"), rules_view.custom_id(TURN, number + 1), ButtonStyle.primary)
    row = [
        layouts.disable(back, t) if number == 0 else back,
        layouts.disable(onward, t) if number == rules_view.pages - 1 else onward,
    ]
    return layouts.buttons(*row, layouts.button(t("button.whole-rules"), rules_view.custom_id(WHOLE)))


def rules_of_board(game: Game, board: Mapping[str, str], t: Language) -> list[str]:
    """Return the rules of a board that fixes all other options; empty if any of them is free."""
    effective = {option.key for option in options_in_effect(game.options, board)}
    if len(effective) == len(game.options) or not effective <= board.keys():
        return []
    return [t(f"{game.key}.option.{key}.rules") for key in board]


def goal(rules: str) -> str:
    """Return the goal of a game from its rules: the text below their first heading."""
    parts = rules.split("\n\n")
    headed = next((part for part in parts if part.startswith(_HEADING)), parts[0])
    return headed.partition("\n")[2] or headed


def first_sentences(text: str) -> str:
    """Return the first two sentences of a text, as one paragraph."""
    return " ".join(_END.split(" ".join(text.split()))[:_SENTENCES])
