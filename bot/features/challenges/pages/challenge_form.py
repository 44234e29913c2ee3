"""The form of a complete challenge: game, opponent, clock, rated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.offered_boards import OfferedBoard
from bot.features.challenges.commands.terms_fields import CLOCK, RATED, Field, terms_of, with_value
from bot.locale import Language
from bot.model.challenges.terms import Terms

GAME: Final = "game"
OPPONENT: Final = "opponent"
_NAME: Final = 32
"""Discord's limit of a name's length."""
SENT: Final = "form-send"
ASKED: Final = (CLOCK, RATED)
"""The fields of the terms in the form, in order."""


@dataclass(frozen=True, slots=True)
class ChallengedPerson:
    """The person whom a form challenges, chosen before it was opened."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class FormDefaults:
    """The preselected values of a form, and the boards that it offers."""

    boards: Sequence[OfferedBoard]
    board: OfferedBoard
    fields: tuple[Field, ...]

    def form_fields(self) -> list[Field]:
        by_key = {field.key: field for field in self.fields}
        return [by_key[key] for key in ASKED]


def challenge_form(
    defaults: FormDefaults, opponent: ChallengedPerson | None, unique: str, t: Language
) -> ui.Modal:
    """Return the form; without an `opponent` it has an optional field for one.

    Phones keep the first values of all forms with the same custom_id, so `unique` makes it differ.
    """
    default = (0, "") if opponent is None else (opponent.id, opponent.name[:_NAME])
    title = t("form.title") if opponent is None else t("form.title-person", name=opponent.name)
    form = layouts.form(title, custom_ids.write(SENT, default[0], unique, default[1]))
    form.add_item(_game(defaults, t))
    if opponent is None:
        # Phones need `min_values` 0 in an optional select. Desktops close a form with a preselected person,
        # so there is no default.
        people: ui.UserSelect[Any] = ui.UserSelect(
            custom_id=OPPONENT, placeholder=t("form.anyone"), min_values=0, max_values=1, required=False
        )
        form.add_item(
            ui.Label(text=t("form.opponent"), description=t("form.opponent-about"), component=people)
        )
    for field in defaults.form_fields():
        form.add_item(field.as_label())
    return form


def _game(defaults: FormDefaults, t: Language) -> ui.Label[Any]:
    options = [
        discord.SelectOption(
            label=board.name(t)[:100],
            value=board.id,
            description=board.about(t)[:100],
            default=board == defaults.board,
        )
        for board in _fitting(defaults)
    ]
    return ui.Label(text=t("form.game"), component=ui.Select(custom_id=GAME, options=options))


def _fitting(defaults: FormDefaults) -> Sequence[OfferedBoard]:
    """Return as many boards as fit into a menu, including the chosen one."""
    first = list(defaults.boards[: layouts.SELECT_LIMIT])
    return first if defaults.board in first else [*first[:-1], defaults.board]


def chosen_terms(fields: tuple[Field, ...], terms: Terms, answers: Mapping[str, Sequence[str]]) -> Terms:
    """Return terms with the answers of a form. Raises MalformedId for a value unknown to its field."""
    for key in ASKED:
        fields = with_value(fields, key, single_value(answers, key))
    return terms_of(fields, terms)


def single_value(answers: Mapping[str, Sequence[str]], key: str) -> str:
    """Return the single value of a form's field. Raises MalformedId without exactly one value."""
    values = answers.get(key, ())
    if len(values) != 1:
        raise custom_ids.MalformedId(f"no value for {key}")
    return values[0]
