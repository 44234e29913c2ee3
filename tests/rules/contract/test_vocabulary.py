"""Declared vocabularies are complete, and contain nothing unused."""

from collections.abc import Iterable
from pathlib import Path

import pytest

import rules
from rules import GAMES, IllegalMove
from rules.contract.vocabulary import DRAW, WIN, CommonRefusal, Declared, OptionRefusal
from tests.rules.contract.exploring import DetailsById, explore

ROOT = Path(rules.__file__).parent
FIELDS = {"events": {"points", "seat", "piece", "number"}, "duties": {"points", "number"}}

# Guided choice needs specific questions for this many steps; a general one serves further steps.
MAX_QUESTIONS = 5


def undeclared_words(words: DetailsById, declared: Iterable[Declared]) -> set[str]:
    return set(words) - set(declared)


def test_a_declared_id_is_a_string_with_details() -> None:
    assert {"unknown-option": 1}[OptionRefusal.UNKNOWN_OPTION] == 1
    assert f"{OptionRefusal.UNKNOWN_OPTION}" == "unknown-option"
    assert OptionRefusal.UNKNOWN_OPTION.details == {"option", "allowed"}
    assert OptionRefusal("players") is OptionRefusal.PLAYERS


def test_a_refusal_needs_its_declared_details() -> None:
    error = IllegalMove("the game is over", CommonRefusal.GAME_OVER)
    assert (type(error.reason), error.reason) == (str, "game-over")
    with pytest.raises(TypeError, match="option"):
        IllegalMove("unknown", OptionRefusal.UNKNOWN_OPTION, value="3")


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("kind", ["refusals", "option_refusals", "position_refusals"])
def test_refusals_are_declared_with_their_details(key: str, kind: str) -> None:
    declared: tuple[Declared, ...] = getattr(GAMES[key].vocabulary, kind)
    if kind == "option_refusals":
        assert not set(declared) & set(OptionRefusal)
        declared = (*declared, *OptionRefusal)
    used: DetailsById = getattr(explore(key), kind)
    assert undeclared_words(used, declared) == set()
    details = {str(refusal): {refusal.details} for refusal in declared}
    assert {name: sets for name, sets in used.items() if sets != details[name]} == {}


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("kind", ["events", "duties", "outcomes"])
def test_events_duties_and_outcomes_declare_their_details(key: str, kind: str) -> None:
    declared: tuple[Declared, ...] = getattr(GAMES[key].vocabulary, kind)
    assert not [word for word in declared if not (word.details <= FIELDS.get(kind, {WIN, DRAW}))]
    assert kind != "outcomes" or all(word.details for word in declared)
    used: DetailsById = getattr(explore(key), kind)
    assert undeclared_words(used, declared) == set()
    details = {str(word): word.details for word in declared}
    assert {name: sets for name, sets in used.items() if not frozenset().union(*sets) <= details[name]} == {}


@pytest.mark.parametrize("key", GAMES)
def test_actions_are_declared(key: str) -> None:
    assert undeclared_words(explore(key).actions, GAMES[key].vocabulary.actions) == set()


@pytest.mark.parametrize("key", GAMES)
def test_every_choice_has_a_question(key: str) -> None:
    questions, paths = set(map(str, GAMES[key].vocabulary.questions)), explore(key).paths
    plain = max((length for action, length in paths if not action), default=0)
    steps = {str(step) for step in range(min(plain, MAX_QUESTIONS))}
    meanings = explore(key).meanings
    actions = set(map(str, GAMES[key].vocabulary.actions))
    # The question for a point without a meaning is named by its number.
    missing = (steps | meanings | {action for action, length in paths if action and length}) - questions
    assert not missing, "give moves `meanings`, or declare these among the Questions in vocabulary.py"
    unused = questions - (steps | meanings | actions)
    assert not unused, "no move needs these Questions of vocabulary.py"


@pytest.mark.parametrize("key", GAMES)
def test_every_declared_id_is_used(key: str) -> None:
    """No player ever reads the text of an id that no module of the game uses."""
    vocabulary = GAMES[key].vocabulary
    package = type(GAMES[key]).__module__.split(".")[2]
    code = "".join(
        path.read_text(encoding="utf-8")
        for folder in (ROOT / "games" / package, ROOT / "toolkit")
        for path in folder.rglob("*.py")
        if path.name != "vocabulary.py"
    )
    declared = (
        *vocabulary.refusals,
        *vocabulary.option_refusals,
        *vocabulary.position_refusals,
        *vocabulary.events,
        *vocabulary.outcomes,
        *vocabulary.actions,
        *vocabulary.duties,
    )
    assert [repr(word) for word in declared if f"{type(word).__name__}.{word.name}" not in code] == []


@pytest.mark.parametrize("key", GAMES)
def test_decisive_events_are_declared_events(key: str) -> None:
    vocabulary = GAMES[key].vocabulary
    assert set(vocabulary.decisive) <= set(vocabulary.events)


@pytest.mark.parametrize("key", GAMES)
def test_rule_versions_are_numbered_and_described(key: str) -> None:
    versions = GAMES[key].versions
    assert [version.number for version in versions] == list(range(1, len(versions) + 1))
    assert not [version for version in versions if not version.change.endswith(".")]
