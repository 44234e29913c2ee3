"""`/games`: the person's matches, those that wait for him first, and his open challenges."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.chat import answers, ids, layouts, narration
from bot.chat.commands.matches import title
from bot.chat.commands.naming import localised
from bot.chat.frontdoor import guarded
from bot.chat.house import Caller, House
from bot.locale import Language
from bot.play.model import Challenge, Match

SHOWN = 15


def games_command(house: House) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = house.texts

    async def run(interaction: discord.Interaction) -> None:
        async def act(caller: Caller) -> None:
            await answers.show(interaction, await _page(house, caller))

        await guarded(house, interaction, act)

    return app_commands.Command(
        name=localised(texts, "command.games"),
        description=localised(texts, "command.games.about"),
        callback=run,
    )


async def _page(house: House, caller: Caller) -> discord.ui.LayoutView:
    t, person = caller.t, caller.person.id
    matches = await house.club.matches_of(person)
    challenges = await house.club.challenges_of(person)
    names = await house.club.names({player for match in matches for player in match.players})
    blocks = [
        layouts.text(part)
        for part in (
            _matches(t("games.heading-yours"), [m for m in matches if m.mover == person], t),
            _matches(t("games.heading-waiting"), [m for m in matches if m.mover != person], t),
            _challenges(challenges, person, t),
        )
        if part
    ]
    if not blocks:
        return layouts.page(layouts.text(t("games.none")))
    if matches:
        blocks.append(_menu(matches, person, names, t))
    return layouts.page(*blocks)


def _matches(heading: str, matches: Sequence[Match], t: Language) -> str:
    lines = [
        t(
            "games.line",
            number=match.id,
            game=t(f"{match.key}.name"),
            players=t("list.versus").join(narration.mention(player) for player in match.players),
            where=f"<#{match.home}>",
            since=discord.utils.format_dt(match.updated, "R"),
        )
        for match in matches[:SHOWN]
    ]
    if len(matches) > SHOWN:
        lines.append(t("games.and-more", n=len(matches) - SHOWN))
    return "\n".join([heading, *lines]) if lines else ""


def _challenges(challenges: Sequence[Challenge], person: int, t: Language) -> str:
    lines = []
    for challenge in challenges[:SHOWN]:
        sent = challenge.challenger == person
        other = challenge.opponent if sent else challenge.challenger
        lines.append(
            t(
                "games.challenge-sent" if sent else "games.challenge-received",
                game=t(f"{challenge.key}.name"),
                other=t("games.anyone") if other is None else narration.mention(other),
                where=f"<#{challenge.place.channel}>",
            )
        )
    return "\n".join([t("games.heading-challenges"), *lines]) if lines else ""


def _menu(matches: Sequence[Match], person: int, names: Mapping[int, str], t: Language) -> layouts.Block:
    options = [
        discord.SelectOption(label=title(match, person, names, t)[:100], value=str(match.id))
        for match in matches[: layouts.SELECT_LIMIT]
    ]
    return layouts.select(ids.write("open"), t("games.open"), options)
