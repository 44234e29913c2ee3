"""The texts that a game needs, as catalogue entries without a text."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.contract import Game
from rules.contract.capabilities import named_boards, series_of
from rules.contract.vocabulary import DRAW, WIN, Declared

_HEADER = """# Texts of {key} that players read.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Language: {language}\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""
_ID = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
_EMPTY = re.compile(r'\n(?:#.*\n)*msgid "(?P<id>.+)"\nmsgstr ""\n(?!")')
_OF_PAINTER = re.compile(r".+\.words\.(?!(?:turn|won)\.)")

_AIM = "aim"
_FILLED_BY_EVENTS = {"points": ("points",), "seat": ("role",), "piece": ("piece",), "number": ("number",)}
_PLURAL = " Where one and several are told differently: msgid_plural, which may name {n}."
_FILLED_BY_DUTIES = {"points": ("point", "others"), "number": ("number",)}


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A text's id, its note for translators, and its text if known."""

    name: str
    comment: str
    text: str = ""
    plural: bool = False

    def block(self, key: str) -> str:
        """Return the entry in catalogue form."""
        name = f"{key}.{self.name}"
        text = (
            f'msgid_plural "{name}"\nmsgstr[0] ""\nmsgstr[1] ""' if self.plural else f'msgstr "{self.text}"'
        )
        return f'#. {self.comment}\nmsgid "{name}"\n{text}\n'


def complete(catalogue: str, game: Game, language: str) -> str:
    """Return a catalogue with an entry for every text of a game.

    Existing texts stay unchanged; unused entries without a text are removed. Of the painter's texts only the
    roles' are known: all others are up to the painter.
    """
    needed = [*_entries(game), *_words(game)] if not catalogue else [*_entries(game)]
    if f'"{game.key}.words.turn.' in catalogue:
        needed += _words_of_roles(game)
    entries = {f"{game.key}.{entry.name}": entry for entry in needed}
    kept = _EMPTY.sub(
        lambda match: match[0] if match["id"] in entries or _OF_PAINTER.match(match["id"]) else "", catalogue
    )
    present = set(_ID.findall(kept))
    if any(name.startswith(f"{game.key}.{_AIM}.") for name in present):
        entries.pop(f"{game.key}.{_AIM}", None)
    blocks = [kept or _HEADER.format(key=game.key, language=language)]
    blocks += [entry.block(game.key) for name, entry in entries.items() if name not in present]
    return "\n".join(blocks)


def _entries(game: Game) -> Iterator[CatalogueEntry]:
    yield CatalogueEntry("name", "The name of the game.")
    yield CatalogueEntry("command", "Name of the subcommand of /challenge: lower case, no blanks.", game.key)
    yield CatalogueEntry("summary", "What the game is, at most 100 characters.")
    for role in dict.fromkeys(role for players in game.seats for role in game.roles(players)):
        yield CatalogueEntry(f"role.{role}", "A side.")
    yield from _options(game)
    yield CatalogueEntry(
        "rules",
        "The rules page, 900 to 1800 characters: four headings or more, each between ** on its own line.",
    )
    if game.options or series_of(game) is not None:
        yield CatalogueEntry("rules.variants", "Stands before the options on the rules page.")
    yield CatalogueEntry("hint", "How to type a move, with one that can be played first.")
    yield CatalogueEntry(
        _AIM,
        "A side and its aim in a line; with `.<role>`, `.<option>.<value>` or both where they differ."
        " May name {role}.",
    )
    yield from _vocabulary(game)


def _words(game: Game) -> Iterator[CatalogueEntry]:
    """Yield the texts that the skeleton's painter starts with."""
    yield CatalogueEntry("words.title", "Positions in words: the first sentence.")
    yield from _words_of_roles(game)
    yield CatalogueEntry("words.drawn", "The game has ended without a winner.")
    yield CatalogueEntry("words.last", "The last move. May name {move}.")
    yield CatalogueEntry("words.chosen", "What has been chosen. May name {points}, {n}.", plural=True)
    yield CatalogueEntry("words.targets", "What can be chosen next. May name {points}, {n}.", plural=True)


def _words_of_roles(game: Game) -> Iterator[CatalogueEntry]:
    for role in dict.fromkeys(role for players in game.seats for role in game.roles(players)):
        yield CatalogueEntry(f"words.turn.{role}", "Whose turn it is.")
        yield CatalogueEntry(f"words.won.{role}", "Who has won.")


def _options(game: Game) -> Iterator[CatalogueEntry]:
    for option in game.options:
        stem = f"option.{option.key}"
        yield CatalogueEntry(stem, "Name of a command option: lower case, no blanks.", option.key)
        yield CatalogueEntry(f"{stem}.title", "Title of the option.")
        yield CatalogueEntry(f"{stem}.about", "What the option decides, at most 100 characters.")
        for value in option.values:
            yield CatalogueEntry(f"{stem}.value.{value}", "A choice, at most 60 characters.")
        yield from (
            CatalogueEntry(
                f"{stem}.name.{board[option.key]}",
                "What a game on this board is called, at most 38 characters.",
            )
            for board in named_boards(game)
            if option.key in board
        )
        yield CatalogueEntry(f"{stem}.rules", "Part of the rules page.")


def _vocabulary(game: Game) -> Iterator[CatalogueEntry]:
    vocabulary = game.vocabulary
    for question in vocabulary.questions:
        yield CatalogueEntry(f"ask.{question}", "A question of the guided panel, at most 100 characters.")
    for action in vocabulary.actions:
        yield CatalogueEntry(f"action.{action}", "A button, at most 38 characters.")
        yield CatalogueEntry(f"typed.{action}", "Words a player may type for it, parted by commas.")
    for point in vocabulary.points:
        yield CatalogueEntry(
            f"point.{point}", f"What people call such a point.{_listing(_point_details(point))}"
        )
    for event in vocabulary.events:
        names = [name for detail in sorted(event.details) for name in _FILLED_BY_EVENTS[detail]]
        plural = _PLURAL if {"points", "number"} & event.details else ""
        text = "What the move did, after “Alice: ... - ”, and after “it” in a hint: “takes b5”."
        yield CatalogueEntry(f"event.{event}", f"{text}{_listing(names)}{plural}")
        yield CatalogueEntry(
            f"caption.{event}", f"The same on a button, at most 38 characters.{_listing(names)}{plural}"
        )
    for duty in vocabulary.duties:
        names = [name for detail in sorted(duty.details) for name in _FILLED_BY_DUTIES[detail]]
        yield CatalogueEntry(f"duty.{duty}", f"What binds the player to act.{_listing(names)}")
    for outcome in vocabulary.outcomes:
        if WIN in outcome.details:
            named = _listing(("winner", "loser"))
            yield CatalogueEntry(
                f"outcome.{outcome}", f"How the game ended, after the words who has won.{named}"
            )
        if DRAW in outcome.details:
            yield CatalogueEntry(
                f"outcome.{outcome}.draw", "How the game ended, after the word that it is a draw."
            )
    yield from _refusals("illegal", vocabulary.refusals, "Why a move is refused.")
    yield from _refusals("invalid-option", vocabulary.option_refusals, "Why options are refused.")


def _point_details(point: Declared) -> list[str]:
    """Return the details for the name of a point, including the point if one of several pieces is there."""
    return sorted({*point.details, "point"} if "piece" in point.details else point.details)


def _refusals(kind: str, refusals: Iterable[Declared], comment: str) -> Iterator[CatalogueEntry]:
    for refusal in refusals:
        yield CatalogueEntry(f"{kind}.{refusal}", f"{comment}{_listing(sorted(refusal.details))}")


def _listing(names: Iterable[str]) -> str:
    listed = ", ".join(f"{{{name}}}" for name in names)
    return f" May name {listed}." if listed else ""
