"""Parse typed moves in the words of every language: "b2 to b3", "Rot 3 - Ring 5", "passen"."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.locale import Language, Texts
from render import point_named
from rules.contract import Game, Move, RulesError, State
from rules.contract.capabilities import point_name, point_names_of
from rules.toolkit import typed
from rules.toolkit.typed import Lexicon

BETWEEN: Final = ","
"""The separator of words in a catalogue."""


@dataclass(frozen=True, slots=True)
class MoveReader:
    """Parses moves of all games, in every language; call it with a state and a text."""

    lexicons: Mapping[str, Lexicon]
    languages: tuple[Language, ...] = ()

    @classmethod
    def of(cls, games: Mapping[str, Game], texts: Texts) -> "MoveReader":
        """Return a reader with the catalogues' words."""
        languages = tuple(texts.languages.values())
        return cls({key: lexicon(game, languages) for key, game in games.items()}, languages)

    def __call__(self, state: State, text: str) -> Move:
        """Return the typed move. Raises RulesError."""
        return typed.read(state, text, self._lexicon(state))

    def candidates(self, state: State, text: str, refusal: RulesError) -> tuple[Move, ...]:
        """Return the legal moves that fit a refused text."""
        return typed.moves_like(state, text, self._lexicon(state), refusal)

    def beginnings(self, state: State, text: str) -> frozenset[tuple[str, ...]]:
        """Return the typed words and numbers, as typed and with names replaced."""
        return typed.beginnings(state, text, self._lexicon(state))

    def _lexicon(self, state: State) -> Lexicon:
        lexicon = self.lexicons.get(state.game.key, typed.NO_WORDS)
        return lexicon.also(dict(_stacks(state, self.languages)))


NO_WORDS: Final = MoveReader({})
"""Reads only signs and canonical names."""


def lexicon(game: Game, languages: tuple[Language, ...]) -> Lexicon:
    """Return the words of a game in the given languages."""
    joints = [word for t in languages for word in words("typed.joint", t)]
    ids = [str(action) for action in game.vocabulary.actions]
    actions_by_name = {
        t(f"{game.key}.action.{action}").casefold(): action for t in languages for action in ids
    }
    actions_by_word = {
        word: action for t in languages for action in ids for word in words(f"{game.key}.typed.{action}", t)
    }
    actions = {**{action: action for action in ids}, **actions_by_name, **actions_by_word}
    return Lexicon(joints, actions, {name: point for t in languages for name, point in _points(game, t)})


def words(text_id: str, t: Language, **values: object) -> tuple[str, ...]:
    """Return the words listed in a text; none if the catalogue lacks it."""
    return tuple(word.strip() for word in t(text_id, **values).split(BETWEEN)) if text_id in t else ()


def _stacks(state: State, languages: tuple[Language, ...]) -> Iterator[tuple[str, str]]:
    """Yield the names of single stacks on fields with several stacks, if a legal move uses them."""
    if not point_names_of(state.game):
        return
    for point in {point for move in state.legal_moves() for point in move.path}:
        name = point_name(state.game, point)
        if name is not None and name.piece:
            yield from ((point_named(state.game, point, t), point) for t in languages)


def _points(game: Game, t: Language) -> Iterator[tuple[str, str]]:
    for point, name in point_names_of(game).items():
        yield point_named(game, point, t), point
        role = t(f"{game.key}.role.{name.role}") if name.role else ""
        for other in words(f"{game.key}.point.{name.kind}.typed", t, role=role, number=name.number):
            yield other, point
