"""The texts of each game are complete, say the same in both languages, and fit where they are shown."""

import ast
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

import rules
from rules import Game, InvalidOption, Move, RulesError, State
from rules.contract.capabilities import LetsRetire, duties_of

ROOT = Path(__file__).parents[3]
LANGUAGES = ("en", "de")
GAMES = rules.GAMES
KEYS = tuple(GAMES)
COMMAND_NAME = re.compile(r"[-_\w]{1,32}")  # Discord's pattern, as far as German and English need it
REASON = re.compile(r"[a-z]+(-[a-z]+)*")

# Reasons every game shares: their sentences are not kept game by game.
COMMON_OPTION_REASONS = {"unknown-option", "unknown-value", "players"}

# A question of the guided panel need not be asked more often: a general one follows.
MOST_QUESTIONS = 5

# What a module shared by games can say, but not in this one: here every square is open to every piece.
OUT_OF_REACH = {"ludus-latrunculorum": {"illegal.forbidden-square", "illegal.forbidden-crossing"}}


def catalogue_path(key: str, language: str) -> Path:
    return ROOT / "bot" / "locale" / language / f"{key}.po"


@cache
def texts(key: str, language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the forms of each text by its id without the game's key: one, or two with a plural."""
    with catalogue_path(key, language).open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    found: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if message.id:
            name = message.id if isinstance(message.id, str) else message.id[0]
            assert name.startswith(f"{key}."), name
            forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            found[name.removeprefix(f"{key}.")] = forms
    return found


def text(key: str, language: str, name: str) -> str:
    (form,) = texts(key, language)[name]
    return form


def placeholders(forms: Iterable[str]) -> set[str]:
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}


@dataclass
class Findings:
    """What a game says, found out by playing it or by reading its source.

    Reasons of refusals map to the details that came with them, those of outcomes to whether somebody won.
    """

    moves: dict[str, list[frozenset[str]]] = field(default_factory=lambda: defaultdict(list))
    options: dict[str, list[frozenset[str]]] = field(default_factory=lambda: defaultdict(list))
    outcomes: dict[str, set[bool]] = field(default_factory=lambda: defaultdict(set))
    events: set[str] = field(default_factory=set)
    duties: set[str] = field(default_factory=set)
    actions: set[str] = field(default_factory=set)
    steps: int = 0

    def note(self, error: RulesError) -> None:
        kept = self.options if isinstance(error, InvalidOption) else self.moves
        kept[error.reason].append(frozenset(error.details))

    def look(self, state: State) -> None:
        self.events.update(event.kind for event in state.events)
        self.duties.update(duty.kind for duty in duties_of(state))
        if state.outcome is not None:
            self.outcomes[state.outcome.reason].add(bool(state.outcome.winners))
        for move in (*state.legal_moves(), *(move for move, _ in state.chances())):
            self.steps = max(self.steps, len(move.path))
            if move.action:
                self.actions.add(move.action)

    def look_at_leaving(self, state: State, seats: Iterable[int]) -> None:
        """Let players leave one after the other, where a game lets them, and note what that does."""
        if not isinstance(state, LetsRetire):
            return
        for seat in seats:
            try:
                left = state.retire(seat)
            except RulesError as error:
                self.note(error)
                continue
            self.look(left)
            if left.last is not None:
                self.actions.add(left.last.action)
            if isinstance(left, LetsRetire):
                state = left


def settings(game: Game) -> Iterator[tuple[Mapping[str, str], int]]:
    """Yield every combination of option values and players, and small numbers where the game takes any."""
    choices = [(*option.values, *(("1", "3") if option.open_ended else ())) for option in game.options]
    for players, *values in product(game.seats, *choices):
        yield dict(zip((option.key for option in game.options), values, strict=True)), players


def try_texts(state: State, tries: Iterable[str], findings: Findings) -> None:
    for typed in tries:
        try:
            state.parse(typed)
        except RulesError as error:
            findings.note(error)


def play_once(state: State, chance: random.Random, findings: Findings) -> None:
    """Play up to 150 random plies; before each type moves of this and earlier positions and worse."""
    typed = {"", "?", "a1a1", "z26", "a0-a0", "a1-z26", "f6", "a2", "swap", "claim", "pass", "C-C", "1-2"}
    points: set[str] = set()
    for _ in range(150):
        findings.look(state)
        moves = state.legal_moves() or tuple(move for move, _ in state.chances())
        typed.update(map(str, chance.sample(moves, min(3, len(moves)))))
        points.update(point for move in moves for point in move.path)
        ends = sorted(points) or [""]
        pairs = [sign.join(chance.choices(ends, k=2)) for sign in ("-", ">") for _ in range(6)]
        try_texts(state, [*chance.sample(sorted(typed), min(12, len(typed))), *pairs], findings)
        if not moves:
            break
        state = state.play(chance.choice(moves))
    findings.look_at_leaving(state, (0, 0, state.players, *range(state.players)))
    try:
        state.play(Move("no such move"))
    except RulesError as error:
        findings.note(error)


@cache
def played(key: str) -> Findings:
    """Play the game at random with many options, type much that is wrong, and note what it answers."""
    game, chance, findings = GAMES[key], random.Random(key), Findings()
    starts = []
    for options, players in settings(game):
        try:
            starts.append(game.new(options, players))
        except InvalidOption as error:
            findings.note(error)
    for start in chance.sample(starts, min(30, len(starts))):
        findings.look_at_leaving(start, (0, 0, start.players, *range(1, start.players)))
        play_once(start, chance, findings)
    return findings


def source(module: str) -> Path | None:
    base = ROOT.joinpath(*module.split("."))
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.exists()), None)


@cache
def trees(key: str) -> tuple[ast.Module, ...]:
    """Return the parsed modules a game is made of; the contract itself is not among them."""
    waiting, seen = [type(GAMES[key]).__module__], {"rules", "rules.contract", "rules.games"}
    found = []
    while waiting:
        module = waiting.pop()
        path = source(module)
        if module in seen or path is None:
            continue
        seen.add(module)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found.append(tree)
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.ImportFrom)
                and node.module
                and node.module.startswith("rules.")
                and ".contract" not in node.module
            ):
                waiting += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(found)


@dataclass(frozen=True)
class Maker:
    """A callable that makes an event, outcome, move or refusal: where it is told the id, what it fills in."""

    kind: str
    position: int
    details: frozenset[str] = frozenset()
    wins: frozenset[bool] = frozenset()


CONTRACT = {
    "Event": Maker("events", 0),
    "Duty": Maker("duties", 0),
    "Outcome": Maker("outcomes", 1),
    "Move": Maker("actions", 2),
    "InvalidOption": Maker("options", 1),
    **{name: Maker("moves", 1) for name in ("AmbiguousMove", "IllegalMove", "InvalidMove")},
}


def called(call: ast.Call) -> str:
    function = call.func
    return str(getattr(function, "attr", getattr(function, "id", "")))


def filled(call: ast.Call, maker: Maker) -> Maker:
    """Return the maker with what this very call adds to it: named details, and whether somebody wins."""
    details = maker.details | {keyword.arg for keyword in call.keywords if keyword.arg}
    wins = set(maker.wins)
    if called(call) == "Outcome":
        nobody = {isinstance(node, ast.Tuple) and not node.elts for node in ast.walk(call.args[0])}
        wins = {False} if isinstance(call.args[0], ast.Tuple) and not call.args[0].elts else {True}
        wins |= {False} if True in nobody else set()
    return Maker(maker.kind, maker.position, frozenset(details), frozenset(wins))


def own_makers(tree: ast.Module) -> Iterator[tuple[str, Maker]]:
    """Yield the functions of a module that take a `reason` and hand it on to the contract."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        names = [argument.arg for argument in function.args.args if argument.arg != "self"]
        calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        for call in calls if "reason" in names else ():
            if called(call) in CONTRACT:
                maker = filled(call, CONTRACT[called(call)])
                yield function.name, Maker(maker.kind, names.index("reason"), maker.details, maker.wins)


def assignments(tree: ast.Module) -> Mapping[str, tuple[ast.expr, ...]]:
    """Return what is assigned to each name anywhere in a module."""
    found: dict[str, tuple[ast.expr, ...]] = defaultdict(tuple)
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        for target in targets if value is not None else ():
            if isinstance(target, ast.Name) and value is not None:
                found[target.id] = (*found[target.id], value)
    return found


def ids_in(argument: ast.expr, assigned: Mapping[str, tuple[ast.expr, ...]]) -> Iterator[str]:
    """Yield the ids an argument can be, also those of a conditional, a table or a name of the module."""
    inner: tuple[ast.expr, ...] = ()
    match argument:
        case ast.Constant(value=str(text)) if REASON.fullmatch(text):
            yield text
        case ast.Name(id=name):
            inner = assigned.get(name, ())
            assigned = {other: values for other, values in assigned.items() if other != name}
        case ast.IfExp(body=body, orelse=orelse):
            inner = (body, orelse)
        case ast.Subscript(value=table) | ast.Call(func=ast.Attribute(value=table, attr="get")):
            inner = (table,)
        case ast.Dict(values=values) | ast.BoolOp(values=values):
            inner = tuple(values)
        case ast.Tuple(elts=elements):
            inner = tuple(elements)
    for expression in inner:
        yield from ids_in(expression, assigned)


@cache
def written(key: str) -> Findings:
    """Read from the source of a game which reasons and kinds it names."""
    findings = Findings()
    makers = CONTRACT | {name: maker for tree in trees(key) for name, maker in own_makers(tree)}
    for tree in trees(key):
        assigned = assignments(tree)
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            maker = makers.get(called(call))
            if maker is None or len(call.args) <= maker.position:
                continue
            maker = filled(call, maker)
            for name in ids_in(call.args[maker.position], assigned):
                if maker.kind in {"events", "duties", "actions"}:
                    getattr(findings, maker.kind).add(name)
                elif maker.kind == "outcomes":
                    findings.outcomes[name] |= maker.wins
                else:
                    getattr(findings, maker.kind)[name].append(maker.details)
    return findings


def outcome_ids(findings: Findings) -> set[str]:
    """Return the text ids of outcomes; a draw for the same reason as a win has a text of its own."""
    ends = [(reason, won) for reason, wins in findings.outcomes.items() for won in wins]
    return {reason if won else f"{reason}.draw" for reason, won in ends}


def named(findings: Findings) -> Mapping[str, set[str]]:
    """Return the ids of the texts that tell what a game did, by kind of text."""
    return {
        "action": findings.actions,
        "event": findings.events,
        "duty": findings.duties,
        "outcome": outcome_ids(findings),
        "illegal": set(findings.moves),
        "invalid-option": set(findings.options) - COMMON_OPTION_REASONS,
    }


def kept(key: str, kind: str) -> set[str]:
    """Return what stands after `kind` in the ids of a game's texts."""
    return {name.removeprefix(f"{kind}.") for name in texts(key, "en") if name.startswith(f"{kind}.")}


def option_ids(game: Game) -> Iterator[str]:
    for option in game.options:
        stem = f"option.{option.key}"
        yield from (stem, f"{stem}.title", f"{stem}.about", f"{stem}.rules")
        yield from (f"{stem}.value.{value}" for value in option.values)


def required_ids(key: str) -> set[str]:
    """Return the ids of all texts a game needs."""
    game, found, source_ids = GAMES[key], played(key), named(written(key))
    return {
        "name",
        "command",
        "summary",
        "hint",
        "rules",
        "rules.variants",
        *(f"role.{role}" for players in game.seats for role in game.roles(players)),
        *option_ids(game),
        *(f"ask.{step}" for step in range(min(found.steps, MOST_QUESTIONS))),
        *(f"{kind}.{name}" for kind, names in named(found).items() for name in names | source_ids[kind]),
    } - OUT_OF_REACH.get(key, set())


def allowed_placeholders(key: str, name: str) -> set[str]:
    """Return what the callers of a text fill in."""
    kind, _, rest = name.partition(".")
    if kind == "event":
        return {"points", "n", "role", "number", "piece"}
    if kind == "duty":
        return {"point", "others", "number"}
    if kind == "outcome":
        return set() if rest.endswith(".draw") else {"winner", "loser"}
    if kind in {"illegal", "invalid-option"}:
        both = (played(key), written(key))
        calls = [names for f in both for names in (f.moves if kind == "illegal" else f.options).get(rest, ())]
        return set(frozenset.intersection(*calls)) if calls else set()
    return set()


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_declares_language_and_plurals(key: str, language: str) -> None:
    with catalogue_path(key, language).open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    assert str(catalogue.locale) == language
    assert catalogue.charset == "utf-8"
    assert (catalogue.num_plurals, catalogue.plural_expr) == (2, "(n != 1)")
    ids = re.findall(
        r'^msgid "(.+)"$', catalogue_path(key, language).read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(ids) == len(set(ids)), "an id stands twice"
    assert not [message.id for message in catalogue if message.id and message.fuzzy]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_the_game_needs_is_there(key: str, language: str) -> None:
    assert required_ids(key) - texts(key, language).keys() == set()
    assert [name for name, forms in texts(key, language).items() if not all(map(str.strip, forms))] == []


@pytest.mark.parametrize("key", KEYS)
def test_both_languages_have_the_same_texts(key: str) -> None:
    english, german = texts(key, "en"), texts(key, "de")
    assert english.keys() == german.keys()
    assert [name for name in english if len(english[name]) != len(german[name])] == []
    assert [n for n in english if placeholders(english[n]) != placeholders(german[n])] == []


@pytest.mark.parametrize("key", KEYS)
def test_sentences_are_translated(key: str) -> None:
    sentences = [name for name, forms in texts(key, "en").items() if " " in forms[0] and name != "name"]
    same = [name for name in sentences if texts(key, "en")[name] == texts(key, "de")[name]]
    assert same == []


@pytest.mark.parametrize("key", KEYS)
def test_games_say_nothing_their_source_does_not_name(key: str) -> None:
    """Keep the reading of the sources honest: what playing brought up must have been read as well."""
    seen, read = named(played(key)), named(written(key))
    assert {kind: names - read[kind] for kind, names in seen.items() if names - read[kind]} == {}


@pytest.mark.parametrize("key", KEYS)
def test_no_text_is_left_over(key: str) -> None:
    seen, read = named(played(key)), named(written(key))
    left_over = {f"{kind}.{name}" for kind in seen for name in kept(key, kind) - seen[kind] - read[kind]}
    assert left_over == set()
    assert not texts(key, "en").keys() & OUT_OF_REACH.get(key, set())
    game = GAMES[key]
    assert {name for name in texts(key, "en") if name.startswith("option.")} == set(option_ids(game))
    hints = {f"hint.{option.key}.{value}" for option in game.options for value in option.values}
    assert {name for name in texts(key, "en") if name.startswith("hint.")} <= hints
    steps, lengths = range(played(key).steps), range(1, played(key).steps + 1)
    own_questions = {f"{step}.of-{length}" for step in steps for length in lengths}
    assert {name for name in kept(key, "ask") if ".of-" in name} <= own_questions
    assert kept(key, "role") == {role for players in game.seats for role in game.roles(players)}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_ask_only_for_what_is_filled_in(key: str, language: str) -> None:
    asked = {name: placeholders(forms) for name, forms in texts(key, language).items()}
    assert {
        n: p - allowed_placeholders(key, n) for n, p in asked.items() if p - allowed_placeholders(key, n)
    } == {}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_plural_may_count(key: str, language: str) -> None:
    plurals = {name for name, forms in texts(key, language).items() if len(forms) == 2}
    assert all(name.startswith("event.") for name in plurals)
    assert {name for name, forms in texts(key, language).items() if "n" in placeholders(forms)} <= plurals


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_commands_and_options_please_discord(key: str, language: str) -> None:
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
def test_texts_fit_where_they_are_shown(key: str, language: str) -> None:
    limits = {
        r"summary|option\.\w+\.about": 100,
        r"option\.\w+\.value\..+": 60,
        r"option\.\w+\.title|role\..+|name": 38,
        r"action\..+|ask\..+": 100,
        r"(illegal|invalid-option|outcome|event)\..+|hint(\..+)?": 300,
    }
    for name, forms in texts(key, language).items():
        for pattern, limit in limits.items():
            if re.fullmatch(pattern, name):
                assert max(map(len, forms)) <= limit, name
    assert all(len(text(key, language, f"action.{action}")) <= 38 for action in kept(key, "action"))
    assert 900 <= len(text(key, language, "rules")) <= 1800


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_of_an_option_can_be_told_apart(key: str, language: str) -> None:
    for option in GAMES[key].options:
        labels = [text(key, language, f"option.{option.key}.value.{value}") for value in option.values]
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_page_fits_into_one_message(key: str, language: str) -> None:
    parts = ["name", "rules", "rules.variants"]
    parts += [f"option.{option.key}.{part}" for option in GAMES[key].options for part in ("title", "rules")]
    page = "\n\n".join(f"**{text(key, language, part)}**" for part in parts)
    assert len(page) <= 3600


def first_moves(game: Game) -> set[str]:
    """Return what can be played first, whatever the die may show."""
    start = game.new()
    states = [start.play(roll) for roll, _ in start.chances()] or [start]
    return {str(move) for state in states for move in state.legal_moves()}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_hint_shows_a_move_that_can_be_played_first(key: str, language: str) -> None:
    examples = re.findall(r"[A-Za-z0-9]+(?:[->][A-Za-z0-9]+)?", text(key, language, "hint"))
    assert first_moves(GAMES[key]).intersection(examples)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_and_lists_of_the_rules_are_sound_markdown(key: str, language: str) -> None:
    page = text(key, language, "rules")
    assert page.count("**") % 2 == 0
    headings = re.findall(r"^\*\*(.+)\*\*$", page, re.MULTILINE)
    assert len(headings) >= 4
    assert page.count("**") == 2 * len(headings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_of_fox_and_hens_name_the_button_of_the_claim(language: str) -> None:
    assert text("fox-and-hens", language, "action.claim") in text("fox-and-hens", language, "rules")


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_of_catch_the_hat_say_how_rolls_are_checked(language: str) -> None:
    assert "/dice verify" in text("catch-the-hat", language, "rules")
