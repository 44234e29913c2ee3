"""Private pages about imported games: a game, its replay, and a person's list."""

import asyncio
from collections.abc import Mapping, Sequence

import discord
from discord import ButtonStyle, ui

from bot.chat.core import custom_ids, walked_game
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.messages.public_message import plain_name
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases
from bot.chat.core.words.game_names import board_name
from bot.chat.parts.matches.history_page import explore_buttons, step_row
from bot.features.records.domain.imports import Import, ImportedRecord
from bot.features.records.domain.record import Record
from bot.features.records.domain.replaying import follow, game_of
from bot.features.records.domain.walked import match_of
from bot.features.records.pages import record_text
from bot.features.records.pages.record_page import draw_replay
from bot.locale import Language
from render import View
from rules.contract import Game

_OPTION_LIMIT = 100


async def import_page(
    pictures: Pictures, games: Mapping[str, Game], imported: ImportedRecord, t: Language
) -> layouts.Page:
    """Return an imported game at its end, with buttons for its actions."""
    record = imported.record
    followed = await asyncio.to_thread(follow, record, game_of(record, games))
    reached, stop = followed.states[-1], followed.stop
    picture = await pictures.picture(
        reached.state,
        t,
        View(
            trail=reached.trail,
            over=stop is None,
            scoreboard=record_text.scoreboard(record, reached.number, t),
        ),
    )
    lines = [
        _title(record, t),
        record_text.players(record, t),
        record_text.ending(record, t),
        record_text.length(record, t),
        _dice(record, t),
        "" if stop is None else phrases.stop_text(stop, len(record.plies), t),
        _mark(imported, t),
    ]
    row = [
        layouts.button(
            t("button.replay"), custom_ids.write("import-replay", imported.id), ButtonStyle.primary
        ),
        layouts.button(
            t("button.import-delete"), custom_ids.write("import-delete", imported.id), ButtonStyle.danger
        ),
    ]
    match, last = match_of(record, imported.id), len(record.plies)
    explore = explore_buttons(match, last, t, walked_game.IMPORTED)
    steps = step_row(match, last, t, is_last=True, walked=walked_game.IMPORTED)
    message_text = layouts.text("\n".join(line for line in lines if line))
    blocks = [layouts.picture(picture.words), message_text, layouts.buttons(*row, *explore), *steps]
    return layouts.page(*blocks), [picture]


async def import_replay_page(
    pictures: Pictures, games: Mapping[str, Game], imported: ImportedRecord, t: Language
) -> layouts.PageWithFiles:
    """Return the animation of an imported game."""
    record = imported.record
    replay = await draw_replay(pictures, games, record, t)
    words = "\n".join((_title(record, t), replay.caption, _mark(imported, t)))
    return layouts.page(layouts.text(words), layouts.animation(replay.shown.words)), [replay.shown]


def imports_page(games: Mapping[str, Game], imports: Sequence[Import], t: Language) -> ui.LayoutView:
    """Return a page to choose from a person's imports."""
    if not imports:
        return layouts.note(t("import.none"))
    options = [
        discord.SelectOption(
            label=shorten(_label(games, imported, t), _OPTION_LIMIT),
            value=str(imported.id),
            description=shorten(t("import.until", date=imported.expires), _OPTION_LIMIT),
        )
        for imported in imports[: layouts.SELECT_LIMIT]
    ]
    menu = layouts.select(custom_ids.write("imports"), t("import.choose"), options)
    return layouts.page(layouts.text(t("import.title", n=len(imports))), menu)


def _label(games: Mapping[str, Game], imported: Import, t: Language) -> str:
    game = t(f"{imported.key}.name") if imported.key in games else imported.key
    return f"{game}: {t('list.and').join(map(plain_name, imported.names))}"


def _title(record: Record, t: Language) -> str:
    return t("import.heading", game=board_name(record.game, record.options, t))


def _mark(imported: ImportedRecord, t: Language) -> str:
    return f"-# {t('import.mark', until=discord.utils.format_dt(imported.expires, 'D'))}"


def _dice(record: Record, t: Language) -> str:
    """Return the sentence that says whether the rolls were checked; empty without rolls."""
    if not record_text.has_rolls(record):
        return ""
    return t("import.dice-unknown" if record.dice is None else "import.dice-checked")
