"""The command option `variant`: a game's options, typed in any language."""

from collections.abc import Mapping

from discord.app_commands import Choice

from bot.chat.core.commands.typed_options import NamedOptions, TypedOption, complete, read_options
from bot.chat.core.words.game_names import board_name, has_own_name
from bot.locale import Language, Texts
from rules.contract import Game, Option


def read_variant(texts: Texts, game: Game, typed: str, t: Language) -> Mapping[str, str]:
    """Return a game's option values typed as a variant. Raises Refusal like `read_options`."""
    return read_options(typed, variants_of(texts, game, t))


def suggested_variants(texts: Texts, game: Game, typed: str, t: Language) -> list[Choice[str]]:
    """Return the completions of the variant typed so far."""
    completions = complete(typed, variants_of(texts, game, t))
    return [Choice(name=name, value=line) for name, line in completions]


def variants_of(texts: Texts, game: Game, t: Language) -> list[TypedOption]:
    """Return the game's options as they can be typed into `variant`."""
    return [_variant_option(texts, game.key, option, t) for option in game.options]


def _variant_option(texts: Texts, key: str, option: Option, t: Language) -> TypedOption:
    stem = f"{key}.option.{option.key}"
    values = tuple(
        named_options(value, f"{stem}.value.{value}", texts, t).with_aliases(
            _board_names(texts, key, option, value)
        )
        for value in option.values
    )
    return TypedOption(named_options(option.key, stem, texts, t), values, option.open_ended)


def _board_names(texts: Texts, key: str, option: Option, value: str) -> list[str]:
    """Return a board's own names in all languages."""
    return [
        board_name(key, {option.key: value}, language)
        for language in texts.languages.values()
        if has_own_name(key, option.key, value, language)
    ]


def named_options(key: str, text_id: str, texts: Texts, t: Language) -> NamedOptions:
    """Return an option or a value with its names in all languages."""
    return NamedOptions.of(key, t(text_id), *(language(text_id) for language in texts.languages.values()))
