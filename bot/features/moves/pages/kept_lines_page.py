"""The private page of a person's saved lines of a match, to open or delete them."""

from collections.abc import Sequence

import discord
from discord import ButtonStyle, ui

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.walked_game import NOTHING_TRIED, PLAYED
from bot.chat.core.words import phrases
from bot.features.matches.domain.kept_lines import KeptLine
from bot.locale import Language
from bot.model.match.match import Match
from rules.contract import Game

_TOLD = 150
_NAMED = 90


def kept_lines_page(
    match: Match, game: Game, lines: Sequence[KeptLine], t: Language, remark: str = ""
) -> ui.LayoutView:
    """Return the page; `remark` is the result of the last action."""
    # People do not count plies in games with dice, where some of them are rolls.
    later = "kept-lines.line" if match.commitment is None else "kept-lines.line-with-dice"
    texts = [", ".join(phrases.written_name(game, text, t) for text in line.moves) for line in lines]
    entries = [
        t(
            later if line.ply else "kept-lines.start",
            number=number,
            ply=line.ply,
            line=shorten(name, _TOLD),
        )
        for number, (line, name) in enumerate(zip(lines, texts, strict=True), start=1)
    ]
    text_blocks = [
        t("kept-lines.title", game=PLAYED.title(match, t)),
        t(remark) if remark else "",
        *(entries or [t("kept-lines.none")]),
        t("kept-lines.private"),
    ]
    blocks = [layouts.text("\n".join(part for part in text_blocks if part))]
    options = [
        discord.SelectOption(label=f"{number}. {shorten(name, _NAMED)}", value=str(line.id))
        for number, (line, name) in enumerate(zip(lines, texts, strict=True), start=1)
    ]
    if options:
        for verb, text_id in (("line-open", "kept-lines.open"), ("line-delete", "kept-lines.delete")):
            blocks.append(layouts.select(custom_ids.write(verb, match.id), t(text_id), options))
    back = custom_ids.write("explore", match.id, position_token.mark(match), NOTHING_TRIED)
    row = layouts.buttons(layouts.button(t("kept-lines.back"), back, ButtonStyle.primary))
    return layouts.page(*blocks, row)


def chosen_line(value: str) -> int:
    """Return the number of the chosen line. Raises MalformedId."""
    if not custom_ids.NUMBER.fullmatch(value):
        raise custom_ids.MalformedId(value)
    return int(value)
