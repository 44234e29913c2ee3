"""Read typed moves: with any dash, blanks, words and names besides canonical texts.

`State.parse` reads canonical texts and is tried first. A refused text is respelled in the ways games write
moves, until the game's parser accepts it; so every refusal is the game's own.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.contract import AmbiguousMove, IllegalMove, InvalidMove, Move, RulesError, State
from rules.contract.capabilities import also_typed, calls_of
from rules.contract.vocabulary import CommonRefusal

_JOINERS: Final = ("-", ">", "x", " ")  # the separators between the points of a move
_UMLAUTS: Final = {"ä": "ae", "ö": "oe", "ü": "ue"}
_SIGNS: Final = {
    ">": "-",
    "\N{MINUS SIGN}": "-",
    "\N{MULTIPLICATION SIGN}": "x",
    ",": " ",
    ";": " ",
    "!": " ",
    "(": ":",
    ")": " ",
}
_ARROW: Final = re.compile("[\u2190-\u21ff\u27f0-\u27ff\u2900-\u297f]")
_DOTS: Final = re.compile("(?<=[aou])\u0308")
_READABLE: Final = re.compile(r"[a-z0-9*.: -]*")
_COLON: Final = re.compile(r" *: *")
_ZEROS: Final = re.compile(r"(?<![0-9.])0+(?=[0-9])")
_TOKEN: Final = re.compile(r"[a-z*]+|[0-9]+")
_BREAK: Final = re.compile(r"(?:[ -]+(?:x(?=[ -]))?)+|(?<=[0-9])x(?=[a-z0-9]|$)")
_DANGLING: Final = re.compile(r"^ *[-x]|(?<![a-z])x+ *$|- *$|x *x")  # "e5-e6x", "d7 xx", "e5-"
_NEXT_POINT: Final = re.compile(r"(?<=[0-9])(?=[a-z])")


def fold(text: str) -> str:
    """Return a text in lower case without umlauts and leading zeros, with uniform dashes and blanks.

    The result is empty if the text has a character that occurs in no move.
    """
    plain = _DOTS.sub("", unicodedata.normalize("NFD", text.casefold()))
    signs = "".join(map(_sign, plain))
    if not _READABLE.fullmatch(signs):
        return ""
    return _ZEROS.sub("", _COLON.sub(":", " ".join(signs.split())))


def _sign(sign: str) -> str:
    kind = unicodedata.category(sign)
    if kind == "Pd" or _ARROW.match(sign):
        return "-"
    return " " if kind == "Zs" else _SIGNS.get(sign, sign)


def tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(fold(text)))


def _spellings(name: str) -> frozenset[str]:
    """Return a name as words and numbers, with both spellings of umlauts."""
    whole = unicodedata.normalize("NFC", name.casefold())
    long = "".join(_UMLAUTS.get(sign, sign) for sign in whole)
    return frozenset(" ".join(tokens(text)) for text in (whole, long)) - {""}


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of a game in every language: words that join points, and names of actions and points.

    `actions` maps names to action ids, `points` to canonical point names.
    """

    joints: Iterable[str] = ()
    actions: Mapping[str, str] = field(default_factory=dict)
    points: Mapping[str, str] = field(default_factory=dict)
    _names: Mapping[str, str] = field(init=False, repr=False)
    _pattern: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        meanings = [
            *((joint, " - ") for joint in self.joints),
            *((name, f" {point.lower()} ") for name, point in self.points.items()),
            *((name, f" {action} ") for name, action in self.actions.items()),
        ]
        names = {spelling: meaning for name, meaning in meanings for spelling in _spellings(name)}
        object.__setattr__(
            self, "_names", {spelling.replace(" ", ""): meaning for spelling, meaning in names.items()}
        )
        object.__setattr__(self, "_pattern", _any_of(sorted(names, key=len, reverse=True)))

    def respell(self, text: str) -> str:
        """Return a folded text with names replaced by their meanings, and an action first."""
        if self._names:
            text = self._pattern.sub(lambda match: self._names["".join(_TOKEN.findall(match[0]))], text)
        text = " ".join(text.split())
        last = next((action for action in self.actions.values() if text.endswith(f" {action}")), "")
        return f"{last} {text.removesuffix(last).rstrip()}" if last else text

    @property
    def by_point(self) -> Mapping[str, Sequence[tuple[str, ...]]]:
        spellings: dict[str, list[tuple[str, ...]]] = {}
        for name, point in self.points.items():
            spellings.setdefault(point, []).extend(tuple(spelling.split()) for spelling in _spellings(name))
        return spellings

    def also(self, points: Mapping[str, str]) -> "Lexicon":
        """Return the lexicon with further names of points."""
        return Lexicon(self.joints, self.actions, {**self.points, **points}) if points else self


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of the given names, with any separator between their words.

    A word ends before a non-letter, a number before a non-digit: "red3" contains "red 3".
    """
    each = "|".join("[ :-]*".join(map(re.escape, name.split())) for name in names)
    return re.compile(rf"(?<![a-z])(?:{each})(?:(?<=[a-z])(?![a-z])|(?<=[0-9])(?![0-9]))")


NO_WORDS: Final = Lexicon()


def read(state: State, text: str, lexicon: Lexicon = NO_WORDS) -> Move:
    """Return the intended move. Raises InvalidMove, IllegalMove or AmbiguousMove.

    A canonical text has its exact meaning; any other text is accepted if it matches exactly one legal move. A
    text with a dangling separator, which may stand for a capture or another point, is refused as ambiguous.
    """
    try:
        return state.parse(text)
    except RulesError as error:
        refusal = error
    spelled = lexicon.also(also_typed(state)).respell(fold(text))
    candidates, others = _try_spellings(state, spelled)
    candidates = candidates or _fitting(state, spelled)
    if len(candidates) == 1 and not _DANGLING.search(spelled):
        return candidates[0]
    if len(candidates) == 1:
        move = str(candidates[0])
        raise AmbiguousMove(f"{text!r} says more than {move}", CommonRefusal.DANGLING_MARK, moves=move)
    if candidates:
        moves = ", ".join(map(str, candidates))
        raise AmbiguousMove(f"several moves fit: {moves}", CommonRefusal.SEVERAL_FIT, moves=moves)
    raise next(iter(others), refusal) if isinstance(refusal, InvalidMove) else refusal


def _try_spellings(state: State, spelled: str) -> tuple[Sequence[Move], Sequence[RulesError]]:
    """Return the legal moves matched by respellings of a text, and the refusals of the others."""
    moves: dict[Move, None] = {}
    refusals: list[RulesError] = []
    for candidate in _spelling_variants(spelled):
        try:
            moves[state.parse(candidate)] = None
        except InvalidMove:
            pass
        except (IllegalMove, AmbiguousMove) as refusal:
            refusals.append(refusal)
    return tuple(moves), sorted(refusals, key=lambda refusal: isinstance(refusal, IllegalMove))


def _spelling_variants(spelled: str) -> Iterator[str]:
    """Yield the spellings of a typed text that games might use."""
    if not spelled:
        return
    yield spelled.replace(" ", "")
    parts = [part for part in _BREAK.split(spelled) if part]
    yield from (joiner.join(parts) for joiner in _JOINERS)
    points = [point for part in parts for point in _NEXT_POINT.split(part)]
    if points != parts:
        yield from (joiner.join(points) for joiner in _JOINERS)


def _fitting(state: State, spelled: str) -> tuple[Move, ...]:
    """Return the legal moves with these letters and digits, wherever their points begin."""
    signs = "".join(_TOKEN.findall(spelled))
    wanted = {signs, signs.replace("x", "")} - {""}
    calls = calls_of(state)
    moves = (move for move in state.legal_moves() if move.action not in calls)
    return tuple(move for move in moves if "".join(move_words(move)) in wanted)


def move_words(move: Move) -> tuple[str, ...]:
    """Return the words and numbers of a move: its action, then its points."""
    return tuple(_TOKEN.findall(" ".join((move.action, *move.path)).lower()))


def beginnings(state: State, text: str, lexicon: Lexicon = NO_WORDS) -> frozenset[tuple[str, ...]]:
    """Return the words and numbers of a partly typed text, as typed and with names replaced."""
    typed = fold(text)
    spelled = lexicon.also(also_typed(state)).respell(typed)
    bare = " ".join(_TOKEN.findall(typed))
    actions = {
        action
        for name, action in lexicon.actions.items()
        if bare and any(spelling.startswith(bare) for spelling in _spellings(name))
    }
    ways = (_BREAK.sub(" ", way) for way in (typed, spelled, *actions))
    return frozenset(tuple(_TOKEN.findall(way)) for way in ways) - {()}


def moves_like(state: State, text: str, lexicon: Lexicon, refusal: RulesError) -> tuple[Move, ...]:
    """Return the legal moves that match a refused text or begin with it.

    The effect of a call is not revealed, unless the game itself asked which call is meant.
    """
    if isinstance(refusal, AmbiguousMove) and "moves" in refusal.details:
        listed = refusal.details["moves"].split(", ")
        return tuple(move for move in state.legal_moves() if move.text in listed)
    calls = () if isinstance(refusal, AmbiguousMove) else calls_of(state)
    openings = beginnings(state, text, lexicon)
    names = lexicon.also(also_typed(state)).by_point
    return tuple(
        move
        for move in state.legal_moves()
        if move.action not in calls
        and any(
            way[: len(words)] == words
            for words in openings
            for way in (move_words(move), *names.get(place_of(move), ()))
        )
    )


def place_of(move: Move) -> str:
    """Return a move's first point, without the piece that moves there; empty for a move without points."""
    return move.path[0].partition(":")[0] if move.path else ""
