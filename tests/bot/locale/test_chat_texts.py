"""The chat's catalogues: complete in both languages, without unused texts."""

import ast
import re
import string
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

import rules
from bot.app import TABLES, bare_app, bare_surfaces
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.messages.layouts import TEXT_LIMIT
from bot.features.challenges.messages import host_messages
from bot.features.following.domain import FollowedEvents
from bot.features.help.commands.help_command import group_text, help_text
from bot.features.letters.commands import DAYS
from bot.features.offers.messages import time_messages
from bot.features.people.commands import settings
from bot.features.ratings.domain.recent_results import ResultKind
from bot.features.reviews.domain import TurnKind
from bot.features.servers.pages.setting_choices import choices_of
from bot.features.servers.pages.settings_page import PANELS
from bot.features.servers.service.player_lists import Listing
from bot.features.servers.service.server_admin import AUTOMATIC
from bot.features.tournaments.commands import FORMATS
from bot.features.tournaments.domain.ladder import StepKind
from bot.features.tournaments.domain.leagues import Movement
from bot.features.tournaments.domain.standings import TieBreaker
from bot.features.tournaments.domain.tournament import TournamentStatus
from bot.features.tournaments.messages.standings_text import MEDALS
from bot.features.trial.rows import PROBES
from bot.features.trial.steps.all_steps import STEPS as TRIAL_STEPS
from bot.features.web.protocol import ErrorCode
from bot.locale import DEFAULT_LANGUAGE, LANGUAGES, Language, Texts, catalogues
from bot.model.challenges.challenge import DECLINE_REASONS
from bot.model.match.beacon import Origin
from bot.model.match.history import Direction
from bot.model.match.log_entry import Automatic
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.substitutions import SubstitutionStatus
from bot.model.people.players import LEVELS
from bot.model.people.preferences import PingPlace
from bot.model.servers.limitations import Limitation
from bot.model.settings import Owner
from bot.monitoring.alarms import AlarmKind
from render import THEMES
from rules.contract.series import TieBreak
from rules.contract.vocabulary import CommonRefusal
from tests.bot.chat.surfaces import bare_commands, bare_menus, whole_manual
from tests.bot.support.reasons import REFUSALS

ROOT = Path(__file__).parents[3]
OF_GAMES = {f"{key}{kind}.po" for key in rules.GAMES for kind in ("", "-lessons")}
"""The games' catalogues, which `test_game_texts.py` covers."""


def catalogue_contents(language: str) -> dict[str, str]:
    """Return the contents of a language's catalogues, except the games', by language-independent name."""
    files = {}
    for file in catalogues(language):
        path = Path(str(file))
        name = path.name if path.parent.name == language else f"{path.parents[1].name}/texts"
        if name not in OF_GAMES:
            files[name] = file.read_text(encoding="utf-8")
    return files


ID = re.compile(r"[a-z][a-z-]*(\.[a-z-]+)+")


@pytest.fixture(scope="module")
def texts() -> Texts:
    return Texts.load()


@cache
def constants(file: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return the string constants of a module, and the reasons of refusals among them."""
    words, reasons = set[str](), set[str]()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.add(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            leaves = (leaf.value for leaf in ast.walk(node.args[0]) if isinstance(leaf, ast.Constant))
            reasons |= {value for value in leaves if isinstance(value, str)}
    return frozenset(words), frozenset(reasons)


def literals(*folders: str) -> set[str]:
    """Return every string constant in the code of the given folders."""
    files = (file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    return {word for file in files for word in constants(file)[0]}


def refusals() -> set[str]:
    """Return all reasons of refusals."""
    return set(REFUSALS).union(*(constants(file)[1] for file in (ROOT / "bot").rglob("*.py")))


def ids_of(language: str) -> set[str]:
    ids = set()
    for content in catalogue_contents(language).values():
        ids |= set(re.findall(r'^msgid "(.+)"$', content, re.MULTILINE))
    return ids


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_have_the_same_texts() -> None:
    assert ids_of("en") == ids_of("de")


def test_refusals_and_refusal_texts_match() -> None:
    ids = {text_id.removeprefix("refusal.") for text_id in ids_of("en") if text_id.startswith("refusal.")}
    assert ids == refusals()


def test_every_decline_reason_has_a_text(texts: Texts) -> None:
    for language in texts.languages.values():
        assert not [reason for reason in DECLINE_REASONS if f"decline.{reason}" not in language]


def test_no_chat_text_is_missing_or_unused() -> None:
    literals_of_code = literals(
        "bot/chat",
        "bot/features",
        "bot/monitoring",
        "bot/operations",
        "bot/kernel",
        "bot/locale",
        "bot/model",
        "bot/repositories",
        "render/contract",
        "render/scoreboard",
    )
    prefixes = (
        "button.",
        "challenge.",
        "command.",
        "decline.",
        "error.",
        "explore.",
        "game.",
        "games.",
        "list.",
        "missed.",
        "more.",
        "move.",
        "option.",
        "panel.",
        "resign.",
        "role.",
        "series.",
        "lobby.",
        "open.",
        "dice.",
        "rules.",
        "clock.",
        "time.",
        "vacation.",
        "settings.",
        "privacy.",
        "block.",
        "person.",
        "quiet.",
        "server.",
        "audit.",
        "overview.",
        "remind.",
        "claim.",
        "more-time.",
        "silence.",
        "next.",
        "date.",
        "help.",
        "history.",
        "offer.",
        "counter.",
        "rematch.",
        "plan.",
        "headline.",
        "seat.",
        "rating.",
        "leaders.",
        "stats.",
        "profile.",
        "undo.",
        "board.old",
        "place.",
        "typed.",
        "which.",
        "record.",
        "replay.",
        "import.",
        "practice.",
        "lesson.",
        "letter.",
        "against.",
        "follow.",
        "tournament.",
        "puzzle.",
        "scoreboard.",
        "ending.",
        "theme.",
        "welcome.",
    )
    ids = {text_id for text_id in ids_of("en") if not text_id.startswith("refusal.")}
    built = {f"decline.{reason}" for reason in DECLINE_REASONS}
    built |= {
        f"{stem}.{kind}.{tie_break}"
        for stem in ("challenge", "option")
        for kind in ("match", "series")
        for tie_break in TieBreak
    }
    built |= {
        f"{stem}.{kind}"
        for stem in ("offer", "offer.made", "offer.sent", "offer.done", "headline.offer")
        for kind in OfferKind
    }
    built |= {f"button.offer.{kind}" for kind in OfferKind}
    built |= {f"history.{direction.value}" for direction in Direction}
    built |= {f"offer.{outcome}" for outcome in ("accepted", "agreed", "declined", "withdrawn", "lapsed")}
    built |= {f"offer.{outcome}-private" for outcome in ("accepted", "agreed", "declined")}
    built |= {f"seat.{status}" for status in SubstitutionStatus} - {"seat.open"}
    built |= {f"headline.{kind}" for kind in (*time_messages.KINDS.values(), *host_messages.KINDS.values())}
    built |= {f"game.{reason}" for reason in Automatic}
    built |= {"game.ended.agreement", "game.ended.abort"}
    built |= {
        "option.series.single",
        "rules.unknown-option",
        "rules.unknown-value",
        "rules.players",
        "rules.too-long",
        "rules.unprintable",
        f"rules.{CommonRefusal.SEVERAL_FIT}",
        f"rules.{CommonRefusal.DANGLING_MARK}",
    }
    built |= {f"language.{AUTOMATIC}"}
    built |= {f"theme.{theme}" for theme in THEMES} | {"audit.language", "audit.theme"}
    built |= {f"settings.theme.{theme}" for theme in THEMES} | {
        f"settings.tell.{place}" for place in PingPlace
    }
    built |= {f"settings.{name}" for name in settings.READ}
    surfaces = bare_surfaces(rules.GAMES, Texts.load())
    built |= {f"audit.{kind}" for surface in surfaces for kind in surface.audit_notes}
    built |= {f"setting.{line.key}" for surface in surfaces for line in surface.server_lines}
    built |= {f"setting.{key}" for key in (*PANELS, *(choice.key for choice in choices_of([])))}
    built |= switch_ids()
    built |= {f"dice.{part}.{origin}" for part in ("opened", "beacon") for origin in Origin}
    built |= {f"audit.players.{listing}" for listing in Listing} | {"audit.forum", "audit.results"}
    built |= {f"limitation.{name}" for name in Limitation}
    built |= {f"alarm.{kind}" for kind in AlarmKind}
    built |= {f"profile.result.{kind}" for kind in ResultKind}
    built |= {f"help.{command.name}" for command in bare_commands(rules.GAMES, Texts.load())}
    built |= {f"practice.level.{level}" for level in LEVELS}
    built |= {f"review.{part}{kind}" for part in ("", "listed-") for kind in TurnKind}
    built |= {f"tournament.{name}.{form}" for name in ("kind", "format") for form in FORMATS}
    built |= {f"ladder.step.{kind}" for kind in StepKind}
    built |= {f"tournament.status.{status}" for status in TournamentStatus}
    built |= {f"tournament.breaker.{breaker}" for breaker in TieBreaker}
    built |= {f"tournament.podium.{place}" for place in range(1, MEDALS + 1)}
    built |= {f"tournament.{part}.{movement}" for part in ("goes", "told") for movement in Movement}
    built -= {"tournament.goes.stay", "tournament.told.stay"}
    built |= {
        f"{stem}.{topic}"
        for stem in ("button.follow", "follow.told-of", "follow.line")
        for topic in FollowedEvents
    }
    built -= {"follow.told-of.nothing", "follow.line.nothing"}
    built |= {f"weekday.{day}" for day in DAYS}
    built |= {f"trial.instead.{probe}" for probe in PROBES}
    built |= {f"trial.{part}.{step}" for part in ("title", "step") for step in TRIAL_STEPS} - {
        "trial.step.ring"
    }
    built |= {f"trial.button.push-{state}" for state in ("words", "bare", "nothing", "unknown")}
    built |= {f"trial.button.silent-{sound}" for sound in ("quiet", "rang", "unknown")}
    built |= {f"trial.step.{part}" for part in ("push", "silent", "form-again", "form-menu", "form-person")}
    built |= {"trial.button.no-menu", "trial.button.no-person"}
    built |= {f"web.error.{code}" for code in ErrorCode}
    # Registered only if the web page is on.
    built |= {"command.server.web", "command.server.web.about"}
    # Covered by the web client's tests.
    built |= {text_id for text_id in ids if text_id.startswith("web.client.")}
    built |= {f"help.button.{group}" for group in HelpGroup}
    built |= {f"kept.{feature.name}" for feature in bare_app(rules.GAMES).features}
    built |= command_ids()
    assert ids - literals_of_code - built == set()
    assert switch_ids() - ids == set(), "texts of settings are missing"
    text_ids = {text for text in literals_of_code if ID.fullmatch(text) and text.startswith(prefixes)}
    columns = {f"{table.name}.{column.name}" for table in TABLES.tables.values() for column in table.columns}
    assert text_ids - ids - columns == set()


def switch_ids() -> set[str]:
    """Return the ids of the texts of declared switches; a switch with a command also has results."""
    features = bare_app(rules.GAMES).features
    ids = {"setting.engines.on", "setting.engines.off"}
    ids |= {setting.text_id for setting in features.settings(Owner.PERSON)}
    for setting in features.settings(Owner.SERVER):
        suffixes = ["", ".on", ".off", *((".turned-on", ".turned-off") if setting.command else ())]
        ids |= {f"{setting.text_id}{suffix}" for suffix in suffixes}
    return ids


def command_ids() -> set[str]:
    """Return the ids of the names and descriptions of commands and options."""
    menus = (menu._locale_name for menu in bare_menus(rules.GAMES, Texts.load()))
    ids = {str(name.extras.get("text_id")) for name in menus if name is not None}
    remaining: list[app_commands.Command[Any, ..., None] | app_commands.Group] = [
        *bare_commands(rules.GAMES, Texts.load())
    ]
    while remaining:
        command = remaining.pop()
        texts = [command._locale_name, command._locale_description]
        if isinstance(command, app_commands.Group):
            remaining += command.commands
        else:
            texts += [
                text
                for option in command.parameters
                for text in (option.locale_name, option.locale_description)
            ]
        ids |= {
            str(text.extras.get("text_id")) for text in texts if isinstance(text, app_commands.locale_str)
        }
    return ids


def test_every_command_is_listed_in_help() -> None:
    texts = Texts.load()
    commands = {command.name for command in bare_commands(rules.GAMES, texts)}
    manual = whole_manual(rules.GAMES, texts)
    for language in texts.languages.values():
        overview = help_text(manual, tuple(HelpGroup), language)
        listed_commands = set(re.findall(r"/([\w-]+)", overview))
        assert not [command for command in commands if language(f"command.{command}") not in listed_commands]
        text = "\n".join(group_text(manual, group, language) for group in HelpGroup)
        assert len(overview) <= TEXT_LIMIT
        assert not [command for command in commands if f"`/{language(f'command.{command}')}`" not in text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_use_the_localized_command_names(language: str) -> None:
    texts = Texts.load()
    t = texts.languages[language]
    commands = set[str]()
    for command in bare_commands(rules.GAMES, texts):
        commands.add(name := t(f"command.{command.name}"))
        commands |= {f"{name} {shown_name(subcommand, t)}" for subcommand in getattr(command, "commands", ())}
    for file in catalogues(language):
        content = file.read_text(encoding="utf-8").replace('"\n"', "")
        # A command may be followed by its subcommand, or by an option with a colon.
        commands_in_text = set(re.findall(r"(?:`|\*\*)/([^\W\d]+(?: [^\W\d]+(?![\w:]))?)", content))
        assert commands_in_text <= commands, file.name


def shown_name(command: app_commands.Command[Any, ..., Any] | app_commands.Group, t: Language) -> str:
    """Return a command's localised name."""
    localised = command._locale_name
    assert localised is not None
    return t(str(localised.extras["text_id"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_refusals_point_to_the_take_back_button(language: str) -> None:
    t = Texts.load().languages[language]
    reasons = ("automatic", "answered", "late", "followed", "changed")
    for reason in reasons:
        assert t("button.offer.take-back") in t(f"refusal.undo-{reason}")


def test_external_button_labels_are_unchanged(texts: Texts) -> None:
    english = texts.language("en-US")
    labels = ("accept", "decline", "move", "board", "more", "confirm", "back")
    assert [english(f"button.{label}") for label in labels] == [label.title() for label in labels]


@pytest.mark.assumes("push-shows-content")
@pytest.mark.parametrize("language", LANGUAGES)
def test_headlines_contain_no_markup(language: str) -> None:
    text = "\n".join(catalogue_contents(language).values())
    headlines = re.findall(r'^msgid "(?:[a-z-]+\.)*[a-z-]*headline[a-z.-]*"\n((?:.+\n)+)', text, re.MULTILINE)
    assert len(headlines) > 40 or language != DEFAULT_LANGUAGE
    assert not [line for line in headlines if re.search(r"\*|`|</", line)]


EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf]|\ufe0f")
STEPS = ("history.first", "history.back", "history.forward", "history.last")
DISABLED = (*STEPS, "button.review-back", "button.review-next")


@pytest.mark.assumes("labels-on-phones", "disabled-unsaid")
@pytest.mark.parametrize("language", LANGUAGES)
def test_button_labels_stay_short(texts: Texts, language: str) -> None:
    t = texts.languages[language]
    text_ids = [text_id for text_id in t if text_id.startswith("button.") and text_id != "button.disabled"]
    labels = [t(text_id, number=10**6) for text_id in (*text_ids, *STEPS)]
    labels += [t("button.disabled", label=t(text_id)) for text_id in DISABLED]
    assert len(labels) > 100
    assert not [label for label in labels if len(label) > (34 if EMOJI.search(label) else 38)]
