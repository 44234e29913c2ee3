"""`/dice`: check the dice of a finished match, or agree to one with a word that its dice depend on."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.suggestions import suggesting
from bot.chat.core.match_lookup import MOST
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import plain_name
from bot.chat.core.visibility import seen_by
from bot.chat.core.words import dice_text
from bot.chat.features.challenges import card_updates
from bot.chat.features.challenges.challenge_page import begun_page, challenge_page
from bot.locale import Language
from bot.play.domain.challenges import Challenge
from bot.play.domain.matches import Match
from bot.play.domain.refusal import Refusal

_NAMED: Final = re.compile(r"#?([0-9]{1,18})(?:-([0-9]{1,3}))?", re.ASCII)


def dice_group(app: AppContext) -> app_commands.Group:
    """Return the commands."""
    texts = app.texts
    group = app_commands.Group(
        name=localised(texts, "command.dice"), description=localised(texts, "command.dice.about")
    )

    async def verify(interaction: discord.Interaction, game: str | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            match = await app.lookup.match_with_dice(context, game)
            verification = await app.services.matches.verify(match.id)
            await context.show(layouts.page(layouts.text(dice_text.report(verification, context.t))))

        await app.interactions.guarded(interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await app.lookup.suggest(
            await app.interactions.context_for(interaction), typed, running=False, fits=_has_dice
        )

    app_commands.describe(game=localised(texts, "option.game.rolled"))(verify)
    app_commands.rename(game=localised(texts, "option.game"))(verify)
    app_commands.autocomplete(game=suggest_games)(verify)
    group.add_command(
        app_commands.Command(
            name=localised(texts, "command.verify"),
            description=localised(texts, "command.verify.about"),
            callback=verify,
        )
    )
    group.add_command(_accept(app))
    return group


def _accept(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command that does what *Accept* and *Join* do, with a word besides."""
    texts = app.texts

    async def accept(interaction: discord.Interaction, word: str, challenge: str | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            meant = _chosen(await _within_reach(app, context), challenge)
            terms = meant.terms if challenge is None else _number(challenge)[1]
            agreeing = app.services.invitations.accept(context.request, meant.id, terms, word)
            taken = await card_updates.agreed(app, context, agreeing)
            if taken is None:
                return
            if taken.match is not None:
                match = await app.services.matches.get(taken.match)
                await context.show(begun_page(match, context.t))
                return
            said = context.t("lobby.joined-private")
            page = await challenge_page(app, taken, context.person.id, context.t, said)
            await context.show(*page)

        await app.interactions.guarded(interaction, act)

    @suggesting
    async def suggest_challenges(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        context = await app.interactions.context_for(interaction)
        found = await _within_reach(app, context)
        names = await app.services.people.names({one.challenger for one in found})
        labels = [(_label(one, names, context.t), f"{one.id}-{one.terms}") for one in found]
        wanted = typed.strip().lstrip("#").lower()
        fitting = [(label, value) for label, value in labels if wanted in label.lower()]
        return [Choice(name=label[:100], value=value) for label, value in fitting[:MOST]]

    app_commands.describe(
        word=localised(texts, "option.word.about"), challenge=localised(texts, "option.challenge.about")
    )(accept)
    app_commands.rename(word=localised(texts, "option.word"), challenge=localised(texts, "option.challenge"))(
        accept
    )
    app_commands.autocomplete(challenge=suggest_challenges)(accept)
    return app_commands.Command(
        name=localised(texts, "command.dice-accept"),
        description=localised(texts, "command.dice-accept.about"),
        callback=accept,
    )


async def _within_reach(app: AppContext, context: InteractionContext) -> list[Challenge]:
    """Return the open challenges with dice that a person may agree to where they are, newest first."""
    person, sees, server = context.person.id, seen_by(context.interaction), context.place.server
    own = await app.services.challenges.open_of(person)
    here = () if server is None else await app.services.challenges.open_in(server)
    found = {one.id: one for one in (*own, *(one for one in here if sees(one.place)))}
    return [
        one
        for _, one in sorted(found.items(), reverse=True)
        if one.commitment is not None and (one.lobby or one.challenger != person)
    ]


def _chosen(found: Sequence[Challenge], named: str | None) -> Challenge:
    """Return the challenge that is named; where none is, the only one there is. Raises Refusal."""
    if named is not None:
        number, _ = _number(named)
        found = [one for one in found if one.id == number]
    if len(found) == 1:
        return found[0]
    if named is not None:
        raise Refusal("unknown-challenge")
    raise Refusal("which-challenge" if found else "no-challenge-with-dice")


def _number(named: str) -> tuple[int, int]:
    """Return the number of a challenge and of its terms, as they are suggested. Raises Refusal."""
    written = _NAMED.fullmatch(named.strip())
    if written is None:
        raise Refusal("unknown-challenge")
    return int(written[1]), int(written[2] or 0)


def _label(challenge: Challenge, names: Mapping[int, str], t: Language) -> str:
    """Return what a challenge is called in a list: its game, and who has made it."""
    made_by = plain_name(names.get(challenge.challenger, ""))
    return " · ".join(part for part in (f"#{challenge.id}", t(f"{challenge.key}.name"), made_by) if part)


def _has_dice(match: Match, _person: int) -> bool:
    return match.commitment is not None
