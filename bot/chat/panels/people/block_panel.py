"""The private panel of `/block`: whom someone blocks, and their games against these."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.chat.toolkit import custom_ids, layouts
from bot.chat.toolkit.app_context import AppContext
from bot.chat.toolkit.words import phrases
from bot.locale import Language
from bot.play.domain.matches import Match

_IN_ROW: Final = 5
_TWO: Final = 2
_MOST_GAMES: Final = 10


async def panel_of(app: AppContext, person: int, t: Language) -> ui.LayoutView:
    """Return the panel as it is for someone now."""
    blocked = await app.services.blocks.of(person)
    names = await app.services.people.names(set(blocked))
    return panel(blocked, names, await app.services.blocked_games.of(person), t)


def panel(
    blocked: Sequence[int], names: Mapping[int, str], games: Sequence[Match], t: Language
) -> ui.LayoutView:
    """Return the panel; `names` are those of the people who are blocked."""
    listed = ", ".join(map(phrases.mention, blocked)) if blocked else t("block.nobody")
    lines = [t("block.title"), t("block.about"), t("block.listed", people=listed)]
    choose: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=custom_ids.write("block-person"), placeholder=t("block.choose")
    )
    rows: list[layouts.Block] = [ui.ActionRow(choose)]
    if blocked:
        options = [
            discord.SelectOption(label=(names.get(person) or "?")[:100], value=str(person))
            for person in blocked
        ]
        rows.append(layouts.select(custom_ids.write("unblock"), t("block.undo"), options))
    if games:
        rows.append(layouts.text("\n".join(_ways_out(games, t))))
        shown = [_way_out(match, t) for match in games[:_MOST_GAMES]]
        rows += [layouts.buttons(*shown[start : start + _IN_ROW]) for start in range(0, len(shown), _IN_ROW)]
    return layouts.page(layouts.text("\n".join(lines)), *rows)


def _ways_out(games: Sequence[Match], t: Language) -> Iterator[str]:
    for text_id, found in (
        ("block.games", [match for match in games if len(match.players) == _TWO]),
        ("block.games-of-more", [match for match in games if len(match.players) > _TWO]),
    ):
        if found:
            yield t(text_id, games=", ".join(f"#{match.id} {t(f'{match.key}.name')}" for match in found))


def _way_out(match: Match, t: Language) -> layouts.Button:
    of_two = len(match.players) == _TWO
    label = t("button.abort-blocked" if of_two else "button.leave-blocked", number=match.id)
    return layouts.button(label, custom_ids.write("abort-blocked", match.id), ButtonStyle.danger)
