"""Refusals in words, and quotes of typed text."""

import logging
from collections.abc import Callable, Mapping
from typing import Final

import discord

from bot.chat.core.words import phrases
from bot.locale import Language
from bot.model.match.impossible_record import ImpossibleRecord
from bot.model.refusal import Refusal
from render import piece_words, text_named
from rules.contract import Game, InvalidMove, RulesError
from rules.contract.vocabulary import OptionRefusal

log = logging.getLogger(__name__)

TYPED_LIMIT = 300


LIST = ", "


MAX_LISTED = 20

_STACK: Final = "stack"
"""The detail with the letters of a piece's parts."""

_GAME, _OPTION, _ALLOWED = "game", "option", "allowed"
_OF_OPTIONS: Final = (OptionRefusal.UNKNOWN_OPTION, OptionRefusal.UNKNOWN_VALUE)
_KEYS: Final = (_OPTION, _ALLOWED)
"""The rules' reasons whose details name options by key, and these details."""
_TEXT_IDS: Final[Mapping[str, tuple[str, ...]]] = {
    "role-not-played": ("{game}.role.{{}}", "role.{{}}"),
    "unknown-role": ("{game}.role.{{}}", "role.{{}}"),
    "unknown-tie-break": ("option.series.{{}}",),
    "unknown-reason": ("decline.{{}}",),
}
"""Text ids that name the keys in details, by reason."""


def quote(typed: str) -> str:
    """Return typed text in a safe form: shortened, without mentions, markdown and control characters."""
    flat = "".join(char if char.isprintable() else " " for char in typed).strip()
    short = flat if len(flat) <= TYPED_LIMIT else flat[: TYPED_LIMIT - 1] + "…"
    return discord.utils.escape_mentions(discord.utils.escape_markdown(short))


def explain(error: RulesError, game: Game, options: Mapping[str, str], t: Language) -> str:
    """Return the text for an error of a game's rules."""
    key = game.key
    details = {name: quote(_detail(game, error, name, t)) for name in error.details}
    for text_id in (
        f"{key}.illegal.{error.reason}",
        f"{key}.invalid-option.{error.reason}",
        f"rules.{error.reason}",
    ):
        if text_id in t:
            text = t(text_id, **details)
            return f"{text}\n{phrases.hint(key, options, t)}" if isinstance(error, InvalidMove) else text
    log.error("no text for the refusal %r of the rules of %s", error.reason, key)
    return t("rules.refused")


def _detail(game: Game, error: RulesError, name: str, t: Language) -> str:
    """Return a detail of a refusal in the reader's words."""
    value = error.details[name]
    if name == _STACK:
        return " ".join(piece_words(game, value, t))
    if error.reason in _OF_OPTIONS and name in _KEYS:
        stem = f"{game.key}.option"
        if error.reason == OptionRefusal.UNKNOWN_VALUE and name == _ALLOWED:
            stem = f"{stem}.{error.details[_OPTION]}.value"
        return _names_of(value, t, f"{stem}.{{}}")
    return text_named(game, value, t)


def _typed_text(value: str, _t: Language) -> str:
    return quote(value)


def _channels(numbers: str, _t: Language) -> str:
    return LIST.join(f"<#{number}>" for number in numbers.split(LIST)[:MAX_LISTED])


def _games(keys: str, t: Language) -> str:
    return _names_of(keys, t, "{}.name")


def _names_of(keys: str, t: Language, *text_ids: str) -> str:
    """Return the names of listed keys, each by its first existing text; a key without a text is quoted."""
    names = {
        key: [text for text in (text_id.format(key) for text_id in text_ids) if text in t]
        for key in keys.split(LIST)
    }
    if not any(names.values()):
        return quote(keys)
    return LIST.join(t(texts[0]) if texts else quote(key) for key, texts in names.items())


def _person(number: str, _t: Language) -> str:
    return phrases.mention(int(number))


def _matches(text: str, t: Language) -> str:
    parts = (entry.partition(" ") for entry in text.split(LIST))
    return LIST.join(f"#{number} {t(f'{key}.name')}" for number, _, key in parts)


SHOWN: Mapping[str, Callable[[str, Language], str]] = {
    "channel-not-allowed": _channels,
    "engines-elsewhere": _channels,
    "game-not-allowed": _games,
    "which-game": _matches,
    "opponent-barred": _person,
    "takes-no-challenges": _person,
    "blocked-by-you": _person,
}
"""Wording of details, by reason: channels, games and people known by number or key."""


def refuse(refusal: Refusal, t: Language) -> str:
    """Return the reason of a refusal in the reader's words."""
    game = refusal.details.get(_GAME, "")
    text_ids = tuple(text_id.format(game=game) for text_id in _TEXT_IDS.get(refusal.reason, ()))

    def display_value(name: str, value: str) -> str:
        if name == _GAME:
            return _games(value, t)
        return (
            _names_of(value, t, *text_ids) if text_ids else SHOWN.get(refusal.reason, _typed_text)(value, t)
        )

    details = {name: display_value(name, value) for name, value in refusal.details.items()}
    return t(f"refusal.{refusal.reason}", **details)


def impossible(error: ImpossibleRecord, t: Language) -> str:
    """Return why the rules refuse a record, and at which ply."""
    # Hints about spelling do not help here.
    why = explain(error.error, error.game, error.options, t).partition("\n")[0]
    in_force = error.game.versions[-1].number
    if error.rules != in_force:
        why = f"{why} {t('stopped.versions', then=error.rules, now=in_force)}"
    if not error.ply:
        return t("record.impossible-start", why=why)
    return t("record.impossible", ply=error.ply, text=quote(error.text), why=why)
