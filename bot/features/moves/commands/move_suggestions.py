"""Suggestions for a typed move: whole moves, grouped by piece, in board order.

Pure functions over the legal moves of a state, independent of the game.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from bot.chat.core.words import phrases
from bot.locale import Language
from rules.contract import Move, State
from rules.contract.capabilities import calls_of
from rules.toolkit import typed

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A playable move: its label, and its canonical text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class _SuggestedPlace:
    """A suggestion with the words by which it is found, and its piece."""

    suggestion: Suggestion
    ways: tuple[Words, ...]
    piece: str


def suggest(
    state: State, beginnings: Collection[Words], limit: int, t: Language, *, called_in_vain: bool = False
) -> tuple[Suggestion, ...]:
    """Return at most `limit` moves that match the typed words and numbers `beginnings`.

    If more match, every piece gets its share, with completely typed words first. Calls are offered by their
    bare words, whether or not they are legal, so that the list reveals nothing. They come last, as a wrong
    call is easily sent, and are omitted after a rejected call (`called_in_vain`).
    """
    calls = [] if called_in_vain else _calls(state, t)
    entries = _fitting([*_moves(state, t), *calls], beginnings)
    moves, group = ([entry for entry in entries if (entry in calls) is called] for called in (False, True))
    room = limit - len(group)
    if len(moves) > room:
        parts: dict[bool, list[_SuggestedPlace]] = {True: [], False: []}
        for entry in moves:
            parts[any(_starts(entry, words) for words in beginnings)].append(entry)
        best = fair_share(parts[True], room)
        suggestions = {entry.suggestion for entry in (*best, *fair_share(parts[False], room - len(best)))}
        moves = [entry for entry in moves if entry.suggestion in suggestions]
    return tuple(entry.suggestion for entry in (*moves, *group))


def fair_share(entries: Sequence[_SuggestedPlace], limit: int) -> tuple[_SuggestedPlace, ...]:
    """Return at most `limit` entries: several of each piece, or one each of pieces spread over the board."""
    pieces: dict[str, list[_SuggestedPlace]] = {}
    for entry in entries:
        pieces.setdefault(entry.piece, []).append(entry)
    groups = list(pieces.values())
    if len(groups) > limit > 0:
        groups = [groups[place * len(groups) // limit] for place in range(limit)]
    share: list[_SuggestedPlace] = []
    turn = 0
    while len(share) < limit and any(len(group) > turn for group in groups):
        share += [group[turn] for group in groups if len(group) > turn]
        turn += 1
    return tuple(share[:limit])


def in_board_order(moves: Iterable[Move]) -> list[Move]:
    """Return moves sorted by start and target; moves without points come first."""
    return sorted(moves, key=lambda move: (bool(move.path), [_rank(word) for word in typed.move_words(move)]))


def _rank(word: str) -> tuple[int, str]:
    return (int(word), "") if word.isdigit() else (-1, word)


def _words(text: str) -> Words:
    return typed.tokens(text)


def _calls(state: State, t: Language) -> list[_SuggestedPlace]:
    return [
        _SuggestedPlace(
            Suggestion(phrases.written_name(state.game, call, t), call),
            (_words(call), _words(phrases.written_name(state.game, call, t))),
            call,
        )
        for call in calls_of(state)
    ]


def _moves(state: State, t: Language) -> list[_SuggestedPlace]:
    calls, name = calls_of(state), phrases.offering(state, t)
    moves = in_board_order(move for move in state.legal_moves() if move.action not in calls)
    return [_entry(move, name(move)) for move in moves]


def _entry(move: Move, name: str) -> _SuggestedPlace:
    phrase = typed.move_words(move)
    ways = (phrase,) if name == move.text else (phrase, _words(name))
    return _SuggestedPlace(Suggestion(name, move.text), ways, typed.place_of(move) or move.text)


def _starts(entry: _SuggestedPlace, words: Words) -> bool:
    return any(way[: len(words)] == words for way in entry.ways)


def _fitting(entries: Sequence[_SuggestedPlace], beginnings: Collection[Words]) -> Sequence[_SuggestedPlace]:
    return _beginning(entries, beginnings) or _holding(entries, beginnings) if beginnings else entries


def _beginning(entries: Iterable[_SuggestedPlace], beginnings: Collection[Words]) -> list[_SuggestedPlace]:
    """Return the suggestions that begin with the typed letters and digits."""
    signs = tuple("".join(words) for words in beginnings)
    return [entry for entry in entries if any("".join(way).startswith(signs) for way in entry.ways)]


def _holding(entries: Iterable[_SuggestedPlace], beginnings: Collection[Words]) -> list[_SuggestedPlace]:
    """Return the entries that contain the typed words anywhere, for example in a target."""
    return [
        entry
        for entry in entries
        if any(
            words == way[start : start + len(words)]
            for words in beginnings
            for way in entry.ways
            for start in range(len(way))
        )
    ]
