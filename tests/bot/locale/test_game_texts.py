"""The texts of each game: complete, equal in both languages, within their length limits.

For missing catalogues, which `test_languages.py` reports, English texts are used.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

import rules
from bot.locale import DEFAULT_LANGUAGE, LANGUAGES, Texts
from rules import Game
from rules.contract.capabilities import named_boards, series_of
from rules.contract.vocabulary import DRAW, WIN, Declared

ROOT = Path(__file__).parents[3]
GAMES = rules.GAMES
KEYS = tuple(GAMES)
COMMAND_NAME = re.compile(r"[-_\w]{1,32}")  # Discord's pattern, as far as German and English need it


def catalogue_path(key: str, language: str) -> Path:
    return ROOT / "bot" / "locale" / language / f"{key}.po"


@cache
def texts(key: str, language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the forms of each text by its id without the game's key."""
    path = catalogue_path(key, language)
    with (path if path.exists() else catalogue_path(key, DEFAULT_LANGUAGE)).open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    entries: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if message.id:
            name = message.id if isinstance(message.id, str) else message.id[0]
            assert name.startswith(f"{key}."), name
            forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            entries[name.removeprefix(f"{key}.")] = forms
    return entries


def text(key: str, language: str, name: str) -> str:
    (form,) = texts(key, language)[name]
    return form


def placeholders(forms: Iterable[str]) -> set[str]:
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}


def outcome_ids(game: Game) -> set[str]:
    """Return the text ids of outcomes; a draw for the same reason as a win has its own text."""
    outcomes = {str(outcome) for outcome in game.vocabulary.outcomes if WIN in outcome.details}
    return outcomes | {f"{outcome}.draw" for outcome in game.vocabulary.outcomes if DRAW in outcome.details}


def declared_ids(key: str) -> Mapping[str, set[str]]:
    """Return the text ids that follow from a game's vocabulary, by kind of text."""
    vocabulary = GAMES[key].vocabulary
    return {
        "action": set(map(str, vocabulary.actions)),
        "event": set(map(str, vocabulary.events)),
        "caption": set(map(str, vocabulary.events)),
        "duty": set(map(str, vocabulary.duties)),
        "outcome": outcome_ids(GAMES[key]),
        "illegal": set(map(str, vocabulary.refusals)),
        "invalid-option": set(map(str, vocabulary.option_refusals)),
        "ask": set(map(str, vocabulary.questions)),
        "typed": set(map(str, vocabulary.actions)),
        "point": set(map(str, vocabulary.points)),
    }


def suffixes_of(key: str, kind: str) -> set[str]:
    """Return the suffixes after `kind` in the ids of a game's texts."""
    return {name.removeprefix(f"{kind}.") for name in texts(key, "en") if name.startswith(f"{kind}.")}


def is_name(text_id: str) -> bool:
    """Return whether a text is the name of a game or a board, which languages may share."""
    return text_id == "name" or re.fullmatch(r"option\.\w+\.name\..+", text_id) is not None


def option_ids(game: Game) -> Iterator[str]:
    for option in game.options:
        stem = f"option.{option.key}"
        yield from (stem, f"{stem}.title", f"{stem}.about", f"{stem}.rules")
        yield from (f"{stem}.value.{value}" for value in option.values)
        yield from (f"{stem}.name.{board[option.key]}" for board in named_boards(game) if option.key in board)


def required_ids(key: str) -> set[str]:
    """Return the ids of all texts that a game needs."""
    game = GAMES[key]
    return {
        "name",
        "command",
        "summary",
        "hint",
        "rules",
        *(["rules.variants"] if game.options or series_of(game) is not None else []),
        *(f"role.{role}" for players in game.seats for role in game.roles(players)),
        *option_ids(game),
        *(f"{kind}.{name}" for kind, names in declared_ids(key).items() for name in names),
    }


# The placeholders that texts about events and duties may use, by declared detail.
EVENT = {"points": {"points", "n"}, "seat": {"role"}, "piece": {"piece"}, "number": {"number", "n"}}
FILLED = {
    "event": EVENT,
    "caption": EVENT,
    "duty": {"points": {"point", "others"}, "number": {"number"}},
}


def allowed_placeholders(key: str, name: str) -> set[str]:
    """Return the placeholders that the callers of a text fill in."""
    kind, _, suffix = name.partition(".")
    vocabulary = GAMES[key].vocabulary
    words: Mapping[str, Sequence[Declared]] = {
        "event": vocabulary.events,
        "caption": vocabulary.events,
        "duty": vocabulary.duties,
        "illegal": vocabulary.refusals,
        "invalid-option": vocabulary.option_refusals,
    }
    if kind == "aim":
        return {"role"}
    if kind == "outcome":
        return set() if suffix.endswith(".draw") else {"winner", "loser"}
    details = {detail for entry in words.get(kind, ()) if entry == suffix for detail in entry.details}
    if kind == "point":
        point = suffix.removesuffix(".typed").removesuffix(".short")
        details = {detail for entry in vocabulary.points if entry == point for detail in entry.details}
        return details | {"point"} if "piece" in details else details
    if kind in FILLED:
        return {placeholder for detail in details for placeholder in FILLED[kind][detail]}
    return details


@pytest.mark.parametrize(
    ("language", "key"),
    [(language, key) for language in LANGUAGES for key in KEYS if catalogue_path(key, language).exists()],
)
def test_catalogue_declares_language_and_plurals(key: str, language: str) -> None:
    with catalogue_path(key, language).open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    assert str(catalogue.locale) == language
    assert catalogue.charset == "utf-8"
    plural = get_plural(language)
    assert (catalogue.num_plurals, catalogue.plural_expr) == (plural.num_plurals, plural.plural_expr)
    ids = re.findall(
        r'^msgid "(.+)"$', catalogue_path(key, language).read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(ids) == len(set(ids)), "an id is repeated"
    assert not [message.id for message in catalogue if message.id and message.fuzzy]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_required_game_text_exists(key: str, language: str) -> None:
    missing = required_ids(key) - texts(key, language).keys()
    assert not missing, f"`python -m rules scaffold {key}` adds entries for them"
    empty = [name for name, forms in texts(key, language).items() if not all(map(str.strip, forms))]
    assert not empty, f"write these texts, or delete their entries: {required_ids(key) & {*empty}} are needed"


@pytest.mark.parametrize("key", KEYS)
def test_every_role_has_an_aim(key: str) -> None:
    game, aims = GAMES[key], suffixes_of(key, "aim")
    roles = {role for players in game.seats for role in game.roles(players)}
    assert "aim" in texts(key, "en") or roles <= aims


@pytest.mark.parametrize("key", KEYS)
def test_both_languages_have_the_same_texts(key: str) -> None:
    english, german = texts(key, "en"), texts(key, "de")
    assert english.keys() == german.keys()
    assert [name for name in english if len(english[name]) != len(german[name])] == []
    assert [n for n in english if placeholders(english[n]) != placeholders(german[n])] == []


@pytest.mark.parametrize("key", KEYS)
def test_sentences_are_translated(key: str) -> None:
    sentences = [
        name
        for name, forms in texts(key, "en").items()
        if re.search(r"[^\W\d_]+ | [^\W\d_]+", re.sub(r"\{\w+\}", "", forms[0]).strip()) and not is_name(name)
    ]
    untranslated = [name for name in sentences if texts(key, "en")[name] == texts(key, "de")[name]]
    assert untranslated == []


@pytest.mark.parametrize("key", KEYS)
def test_no_game_text_is_unused(key: str) -> None:
    point_forms = {
        "point": {f"{kind}.{form}" for kind in declared_ids(key)["point"] for form in ("typed", "short")}
    }
    left_over = {
        f"{kind}.{name}"
        for kind, names in declared_ids(key).items()
        for name in suffixes_of(key, kind) - names - point_forms.get(kind, set())
    }
    assert left_over == set()
    game = GAMES[key]
    assert {name for name in texts(key, "en") if name.startswith("option.")} == set(option_ids(game))
    hints = {f"hint.{option.key}.{value}" for option in game.options for value in option.values}
    assert {name for name in texts(key, "en") if name.startswith("hint.")} <= hints
    values = {f"{option.key}.{value}" for option in game.options for value in option.values}
    roles = suffixes_of(key, "role")
    aims = {*values, *roles, *(f"{role}.{value}" for role in roles for value in values)}
    assert suffixes_of(key, "aim") <= aims
    assert suffixes_of(key, "role") == {role for players in game.seats for role in game.roles(players)}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_use_only_allowed_placeholders(key: str, language: str) -> None:
    # The tests of painters cover the placeholders of their words.
    catalogue = {name: forms for name, forms in texts(key, language).items() if not name.startswith("words.")}
    placeholders_by_name = {name: placeholders(forms) for name, forms in catalogue.items()}
    assert {
        n: p - allowed_placeholders(key, n)
        for n, p in placeholders_by_name.items()
        if p - allowed_placeholders(key, n)
    } == {}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_plural_texts_use_a_count(key: str, language: str) -> None:
    plurals = {name for name, forms in texts(key, language).items() if len(forms) > 1}
    assert not [name for name in plurals if not name.startswith(("event.", "caption.", "words."))]
    assert {name for name, forms in texts(key, language).items() if "n" in placeholders(forms)} <= plurals


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_command_and_option_names_are_valid_for_discord(key: str, language: str) -> None:
    game = GAMES[key]
    options = [text(key, language, f"option.{option.key}") for option in game.options]
    for name in (text(key, language, "command"), *options):
        assert COMMAND_NAME.fullmatch(name)
        assert name == name.lower()
    assert len(set(options)) == len(options)
    if language == "en":
        assert text(key, language, "command") == key
        assert options == [option.key for option in game.options]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_stay_within_their_length_limits(key: str, language: str) -> None:
    limits = {
        r"summary|option\.\w+\.about": 100,
        r"option\.\w+\.value\..+": 60,
        r"option\.\w+\.(title|name\..+)|role\..+|name|caption\..+": 38,
        r"action\..+|ask\..+": 100,
        r"(illegal|invalid-option|outcome|event)\..+|hint(\..+)?": 300,
    }
    for name, forms in texts(key, language).items():
        for pattern, limit in limits.items():
            if re.fullmatch(pattern, name):
                assert max(map(len, forms)) <= limit, name
    assert not [
        action for action in suffixes_of(key, "action") if len(text(key, language, f"action.{action}")) > 38
    ]
    assert 900 <= len(text(key, language, "rules")) <= 1800


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_option_values_have_distinct_labels(key: str, language: str) -> None:
    for option in GAMES[key].options:
        labels = [text(key, language, f"option.{option.key}.value.{value}") for value in option.values]
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("language", LANGUAGES)
def test_board_names_are_unique_across_games(language: str) -> None:
    names = [
        text(key, language, f"option.{option}.name.{value}")
        for key, game in GAMES.items()
        for board in named_boards(game)
        for option, value in board.items()
    ]
    names += [text(key, language, "name") for key, game in GAMES.items() if not named_boards(game)]
    assert len({name.casefold() for name in names}) == len(names) >= len(GAMES)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_page_fits_one_message(key: str, language: str) -> None:
    parts = [text_id for text_id in required_ids(key) if re.fullmatch(r"name|rules(\.variants)?", text_id)]
    parts += [f"option.{option.key}.{part}" for option in GAMES[key].options for part in ("title", "rules")]
    page = "\n\n".join(f"**{text(key, language, part)}**" for part in parts)
    assert len(page) <= 3600


def first_moves(game: Game) -> set[str]:
    """Return the legal first moves after any first roll."""
    start = game.new()
    states = [start.play(roll) for roll, _ in start.chances()] or [start]
    return {str(move) for state in states for move in state.legal_moves()}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_hint_names_a_legal_first_move(key: str, language: str) -> None:
    examples = re.findall(r"[A-Za-z0-9]+(?:[->][A-Za-z0-9]+)?", text(key, language, "hint"))
    assert first_moves(GAMES[key]).intersection(examples), f"{key}.hint names no move of the first position"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_use_valid_headings_and_bold_markup(key: str, language: str) -> None:
    page = text(key, language, "rules")
    assert page.count("**") % 2 == 0
    headings = re.findall(r"^\*\*(.+)\*\*$", page, re.MULTILINE)
    assert len(headings) >= 4
    assert page.count("**") == 2 * len(headings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_fox_and_hens_rules_name_the_claim_button(language: str) -> None:
    assert text("fox-and-hens", language, "action.claim") in text("fox-and-hens", language, "rules")


@pytest.mark.parametrize("language", LANGUAGES)
def test_catch_the_hat_rules_explain_dice_verification(language: str) -> None:
    t = Texts.load().languages[language]
    command = f"/{t('command.dice')} {t('command.verify')}"
    page = text("catch-the-hat", language, "rules")
    assert command in page
    # The rolls depend on a Discord message as well as on the seed.
    assert "Discord" in page
