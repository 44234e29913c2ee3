"""The aim of a side in one line, from the game's texts."""

from collections.abc import Iterator, Mapping

from bot.locale import Language
from rules.contract import Game, options_in_effect


def aim(game: Game, role: str, options: Mapping[str, str], t: Language) -> str:
    """Return a side and its aim under given options; texts for an option's value take precedence."""
    text_id = next(text_id for text_id in _text_ids(game, role, options) if text_id in t)
    return t(text_id, role=t(f"{game.key}.role.{role}"))


def _text_ids(game: Game, role: str, options: Mapping[str, str]) -> Iterator[str]:
    stems = (f"{game.key}.aim.{role}", f"{game.key}.aim")
    value_ids = [
        f"{option.key}.{options.get(option.key, option.default)}"
        for option in options_in_effect(game.options, options)
    ]
    yield from (f"{stem}.{side}" for stem in stems for side in value_ids)
    yield from stems
