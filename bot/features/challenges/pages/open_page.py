"""The private page of a server's open challenges and tables, a few at a time."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.features.challenges.service import open_lines
from bot.locale import Language
from bot.model.challenges.challenge import Challenge
from rules.contract import Game

PER_PAGE: Final = 6


def open_page(
    games: Mapping[str, Game],
    challenges: Sequence[Challenge],
    person: int,
    t: Language,
    start: int = 0,
    *,
    has_role: bool | None = None,
) -> ui.LayoutView:
    """Return the page with the challenge at `start`, or the last page.

    `has_role` is the person's subscription to new ones; None if the server has none.
    """
    last = max(0, (len(challenges) - 1) // PER_PAGE * PER_PAGE)
    start = min(start // PER_PAGE * PER_PAGE, last)
    page = challenges[start : start + PER_PAGE]
    blocks: list[layouts.Block] = [layouts.text(t("open.title"))]
    if not page:
        blocks.append(layouts.text(t("open.none")))
    blocks += [_item(games, challenge, person, t) for challenge in page]
    row = []
    if not page:
        row.append(layouts.button(t("button.new-game"), custom_ids.write("new-game"), ButtonStyle.success))
    if start > 0:
        row.append(layouts.button(t("button.previous"), custom_ids.write("partners", start - PER_PAGE)))
    if start < last:
        row.append(layouts.button(t("button.further"), custom_ids.write("partners", start + PER_PAGE)))
    if has_role is not None:
        label = t("button.tell-open-off" if has_role else "button.tell-open-on")
        row.append(layouts.button(label, custom_ids.write("tell-open", 0 if has_role else 1, start)))
    if row:
        blocks.append(layouts.buttons(*row))
    return layouts.page(*blocks)


def _item(games: Mapping[str, Game], challenge: Challenge, person: int, t: Language) -> layouts.Block:
    text = f"{open_lines.line(games, challenge, t)}\n-# {open_lines.terms_line(games, challenge, t)}"
    if challenge.challenger == person or any(member.person == person for member in challenge.members):
        look = layouts.button(t("button.look"), custom_ids.write("look", challenge.id))
        return layouts.section_with_button(text, look)
    return layouts.section_with_button(text, open_lines.accept_button(challenge, t))
