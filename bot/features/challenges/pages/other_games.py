"""The options of `/challenge other`: the game, and the options that a subcommand of the game would have."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

import discord
from discord.app_commands import Choice

from bot.chat.core.commands.command_i18n import localise
from bot.chat.core.commands.option_spec import ChoiceSpec, OptionSpec, matching
from bot.chat.core.commands.variant_option import suggested_variants
from bot.chat.core.interactions.suggestions import Suggest
from bot.features.challenges.commands.challenge_options import ROLE, VARIANT, challenge_slots, suggested_roles
from bot.features.challenges.services import ChallengeServices
from bot.locale import Language, Texts
from bot.model.refusal import Refusal
from rules.contract import Game

GAME: Final = "game"
_Suggestions = Callable[[Texts, Game, str, Language], list[Choice[str]]]


def slots_of_others(services: ChallengeServices, games: Sequence[Game]) -> list[OptionSpec]:
    """Return the union of the games' options."""
    slots = {GAME: _game_option(services, games)}
    for game in games:
        for slot in challenge_slots(services, game):
            merged = slots.get(slot.key, slot)
            slots[slot.key] = replace(merged, choices=_merge_choices(merged.choices, slot.choices))
    slots[ROLE] = replace(
        slots[ROLE], choices=(), suggest=_suggest_for_game(services, games, suggested_roles)
    )
    if VARIANT in slots:
        suggest = _suggest_for_game(services, games, suggested_variants)
        slots[VARIANT] = replace(slots[VARIANT], suggest=suggest)
    return list(slots.values())


def chosen_game(texts: Texts, games: Iterable[Game], typed: str) -> Game:
    """Return the game with a typed name in any language. Raises Refusal: "unknown-rules"."""
    query = typed.strip().casefold()
    for game in games:
        if query in {game.key, *(name.casefold() for name in _names(texts, game))}:
            return game
    raise Refusal("unknown-rules", game=typed.strip())


def _game_option(services: ChallengeServices, games: Sequence[Game]) -> OptionSpec:
    texts = services.interactions.texts
    choices = [ChoiceSpec(localise(texts, f"{game.key}.name"), game.key) for game in games]

    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching(texts, choices, typed, (await services.interactions.context_for(interaction)).t)

    name, about = localise(texts, "option.rules"), localise(texts, "option.challenged.about")
    return OptionSpec(GAME, str, None, name, about, suggest=suggest, required=True)


def _names(texts: Texts, game: Game) -> Iterable[str]:
    for language in texts.languages.values():
        yield language(f"{game.key}.name")
        yield language(f"{game.key}.command")


def _merge_choices(first: Sequence[ChoiceSpec], second: Sequence[ChoiceSpec]) -> tuple[ChoiceSpec, ...]:
    values = {choice.value for choice in first}
    return (*first, *(choice for choice in second if choice.value not in values))


def _suggest_for_game(
    services: ChallengeServices, games: Sequence[Game], suggestions: _Suggestions
) -> Suggest:
    """Return a suggester that uses the game chosen so far in the command."""

    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        t = (await services.interactions.context_for(interaction)).t
        game = chosen_game(
            services.interactions.texts, games, str(getattr(interaction.namespace, GAME, "") or "")
        )
        return suggestions(services.interactions.texts, game, typed, t)

    return suggest
