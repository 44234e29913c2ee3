"""Parse typed clocks: 3 days, 3d, 10 d + 1 d, soft, none, or the name of a suggestion.

The words come from the catalogues; those of all languages are accepted.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.chat.core.words.time_text import BANKS
from bot.locale import Texts
from bot.model.refusal import Refusal
from bot.model.time.clocks import DAYS_PER_MOVE, MAX_BANK_DAYS, ClockChoice, read_clock

LONGEST: Final = 120
"""The maximum length of a typed clock; the longest suggested name fits."""
_PART: Final = re.compile(r"([0-9]+)|([^\W\d_]+)|(\+)|([^\s\w]|_)")
_IGNORED: Final = frozenset(",;:./()-&\N{EN DASH}")


class Word(StrEnum):
    """The meaning of a word in a clock, named by the text that lists its words."""

    NONE = "clock.words.none"
    DAYS = "clock.words.days"
    WEEKS = "clock.words.weeks"
    MORE = "clock.words.more"
    SOFT = "clock.words.soft"
    FILLING = "clock.words.filling"


_IN_DAYS: Final = {Word.DAYS: 1, Word.WEEKS: 7}


@dataclass(frozen=True, slots=True)
class _TypedClock:
    """The typed numbers in days, in order, and the meanings of the typed words."""

    days: tuple[int, ...]
    words: frozenset[Word]


def read_typed_clock(typed: str, texts: Texts) -> ClockChoice:
    """Return the typed clock. Raises Refusal like `read_clock`."""
    clock = unambiguous_clock(typed, texts)
    return read_clock(typed.strip()) if clock is None else clock


def unambiguous_clock(typed: str, texts: Texts) -> ClockChoice | None:
    """Return the typed clock, None if it is ambiguous or invalid.

    One number is days per move. Two are a bank and its increment; the cap is the one offered for this pair,
    or else half as much again as the bank. A third number is the cap. Raises Refusal: "clock-bank".
    """
    parts = _words_of(typed.casefold(), texts)
    if parts is None:
        return None
    soft = Word.SOFT in parts.words
    if Word.NONE in parts.words:
        return None if parts.days or soft else ClockChoice()
    more = Word.MORE in parts.words
    match parts.days:
        case (days,) if days in DAYS_PER_MOVE and not more:
            return ClockChoice(days, days, days, soft)
        case (bank, increment) if more:
            return ClockChoice(bank, increment, _usual_cap(bank, increment), soft)
        case (bank, increment, cap) if more:
            return ClockChoice(bank, increment, cap, soft)
    return None


def offered_clock(typed: str, texts: Texts) -> ClockChoice | None:
    """Return the clock typed so far, None if it is incomplete or invalid."""
    try:
        return unambiguous_clock(typed, texts)
    except Refusal:
        return None


def _usual_cap(bank: int, increment: int) -> int:
    caps = {(first, more): cap for first, more, cap in BANKS}
    return caps.get((bank, increment), max(bank, min(MAX_BANK_DAYS, max(bank + bank // 2, increment))))


def _words_of(typed: str, texts: Texts) -> _TypedClock | None:
    """Parse a typed clock; return None if a part has no meaning."""
    if len(typed) > LONGEST:
        return None
    vocabulary, days, words = _vocabulary(texts), list[int](), set[Word]()
    after_number = False
    for number, word, plus, sign in _PART.findall(typed):
        meaning = Word.MORE if plus else vocabulary.get(word)
        if number:
            days.append(int(number))
        elif sign not in _IGNORED if sign else meaning is None:
            return None
        elif meaning in _IN_DAYS and after_number:
            days[-1] *= _IN_DAYS[meaning]
        elif meaning is not None:
            words.add(meaning)
        after_number = bool(number)
    return _TypedClock(tuple(days), frozenset(words))


def _vocabulary(texts: Texts) -> dict[str, Word]:
    return {text: meaning for meaning in Word for text in _listed_words(meaning, texts)}


def _listed_words(meaning: Word, texts: Texts) -> Iterator[str]:
    languages: Iterable[str] = (language(meaning) for language in texts.languages.values())
    for words in languages:
        yield from words.casefold().split()
