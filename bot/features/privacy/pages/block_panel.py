"""The private panel of `/block`: whom someone blocks, and their games against these."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.features.privacy.service.blocked_games import WayOut
from bot.features.privacy.services import PrivacyServices
from bot.locale import Language
from bot.model.match.match import Match

_IN_ROW: Final = 4
_TWO: Final = 2
_MOST_GAMES: Final = 10
_BUTTONS: Final = {
    "block.games": "button.abort-blocked",
    "block.games-of-more": "button.leave-blocked",
    "block.games-resigned": "button.resign-blocked",
}


async def panel_of(services: PrivacyServices, person: int, t: Language) -> ui.LayoutView:
    """Return the panel as it is for someone now."""
    blocked = await services.blocks.of(person)
    names = await services.people.names(set(blocked))
    return panel(blocked, names, await services.blocked_games.of(person), t)


def panel(
    blocked: Sequence[int], names: Mapping[int, str], games: Sequence[WayOut], t: Language
) -> ui.LayoutView:
    """Return the panel; `names` are those of the blocked people."""
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


def _ways_out(games: Sequence[WayOut], t: Language) -> Iterator[str]:
    told: dict[str, list[Match]] = {}
    for game in games:
        told.setdefault(_worded(game), []).append(game.match)
    for text_id in ("block.games", "block.games-of-more", "block.games-resigned"):
        if found := told.get(text_id):
            yield t(text_id, games=", ".join(f"#{match.id} {t(f'{match.key}.name')}" for match in found))


def _way_out(way_out: WayOut, t: Language) -> layouts.Button:
    number = way_out.match.id
    label = t(_BUTTONS[_worded(way_out)], number=number)
    return layouts.button(
        label,
        custom_ids.write("resign-blocked" if way_out.resigning else "abort-blocked", number),
        ButtonStyle.danger,
    )


def _worded(way_out: WayOut) -> str:
    """Return the text that says what leaving a game does."""
    if way_out.resigning:
        return "block.games-resigned"
    return "block.games" if len(way_out.match.players) == _TWO else "block.games-of-more"
