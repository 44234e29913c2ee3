"""Languages: complete like English, except for new ones, which fall back to English."""

import shutil
from pathlib import Path

import pytest
from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation

import rules
from bot.chat.core.commands.command_i18n import CatalogueTranslator
from bot.locale import DEFAULT_LANGUAGE, LANGUAGE_NAME, LANGUAGES, SOMEONE, Texts, name_of
from tests.bot.chat.surfaces import bare_commands
from tests.bot.locale.catalogue_checks import differences, files_of

OTHERS = [language for language in LANGUAGES if language != DEFAULT_LANGUAGE]
REFUSED = "refusal.not-your-turn"


@pytest.mark.parametrize("language", OTHERS)
def test_catalogues_match_the_english_ones(language: str) -> None:
    faults = differences(files_of(DEFAULT_LANGUAGE), files_of(language), language)
    assert not faults, "\n".join(["the catalogues differ:", *faults])


def test_language_names_are_unique() -> None:
    names = [Texts.load().languages[language](LANGUAGE_NAME) for language in LANGUAGES]
    assert len(set(names)) == len(names), f"{LANGUAGE_NAME} is the language's own name, in its chat.po"


@pytest.fixture
def french(tmp_path: Path) -> Path:
    """A copy of the German catalogues as a new language."""
    for language, code in (("en", "en"), ("de", "fr")):
        (tmp_path / code).mkdir()
        for name, file in files_of(language).items():
            shutil.copy(file, tmp_path / code / name.replace("/texts", ".po"))
    return tmp_path


def french_differences(french: Path) -> list[str]:
    english = {file.name: file for file in (french / "en").glob("*.po")}
    other = {file.name: file for file in (french / "fr").glob("*.po")}
    return differences(english, other, "fr")


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_a_copy_has_no_differences(french: Path) -> None:
    assert french_differences(french) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "text"),
    [
        ("conhex.po", 'msgid "conhex.summary"', 'msgid "conhex.sumary"', "translate conhex.summary"),
        ("chat.po", "{name}", "{nom}", "which is not filled in"),
        ("chat.po", "{name}", "", "lacks {name}"),
        ("ratings.po", "{n}", "{m}", "which is not filled in"),
    ],
)
def test_a_planted_defect_is_reported(french: Path, file: str, old: str, new: str, text: str) -> None:
    edit(french / "fr" / file, old, new)
    assert any(text in line for line in french_differences(french)), list(french_differences(french))


def test_a_missing_catalogue_is_reported(french: Path) -> None:
    (french / "fr" / "refusals.po").unlink()
    assert any(line.startswith("add refusals.po") for line in french_differences(french)), list(
        french_differences(french)
    )


@pytest.fixture
def skeleton(french: Path) -> Texts:
    """The texts with a new language that has one catalogue with one translated text."""
    shutil.rmtree(french / "fr")
    (french / "fr").mkdir()
    (french / "fr" / "chat.po").write_text(
        f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
        f'msgid "{LANGUAGE_NAME}"\nmsgstr "Français"\n\nmsgid "{REFUSED}"\nmsgstr ""\n',
        "utf-8",
    )
    return Texts.load(french)


def test_a_missing_text_falls_back_to_english(skeleton: Texts) -> None:
    french, english = skeleton.language("fr"), skeleton.language("en-US")
    assert french(LANGUAGE_NAME) == "Français"
    assert french(REFUSED) == english(REFUSED) != REFUSED
    assert "hnefatafl.name" in french
    assert french("hnefatafl.name") == english("hnefatafl.name")
    assert set(french) == set(english)
    skeleton.mentions.publish({"en": {"challenge": "</challenge:11>"}})
    assert "</challenge:11>" in french("refusal.no-game")
    plain = skeleton.without_mentions().language("fr")
    assert (plain(LANGUAGE_NAME), "`/challenge`" in plain("refusal.no-game")) == ("Français", True)


def test_a_locale_maps_to_its_language_or_english() -> None:
    texts = Texts.load()
    locales = ["de", "de-AT", "DE", "en-GB", "xx", "", None]
    codes = [texts.language(locale).code for locale in locales]
    assert codes == ["de", "de", "de", "en", "en", "en", "en"]
    assert LANGUAGES[0] == "en"
    assert [name_of(code) for code in ("de", "en", "xx")] == ["Deutsch", "English", "xx"]


def test_a_deleted_person_is_mentioned_as_someone() -> None:
    german = Texts.load().language("de")
    note = german("game.note", note="<@-12> <@34> <@-5>")
    assert note == german("game.note", note=f"{german(SOMEONE)} <@34> {german(SOMEONE)}")


def test_an_incomplete_plural_falls_back_to_english(french: Path) -> None:
    file = french / "fr" / "chat.po"
    text = file.read_text("utf-8")
    start = text.index('msgid "time.days"')
    entry = text[start : text.index("\n\n", start)]
    incomplete = "\n".join([*entry.splitlines()[:2], 'msgstr[0] "{n} jour"', 'msgstr[1] ""'])
    file.write_text(text.replace(entry, incomplete), "utf-8")
    texts = Texts.load(french)
    for number in (1, 3):
        assert texts.language("fr")("time.days", n=number) == texts.language("en")("time.days", n=number)


async def test_commands_of_an_untranslated_language_stay_english(skeleton: Texts) -> None:
    texts = Texts.load()
    translator = CatalogueTranslator(skeleton)
    commands = list(bare_commands(rules.GAMES, texts))
    assert commands
    for command in commands:
        name = command._locale_name
        assert name is not None
        context: app_commands.TranslationContextTypes = app_commands.TranslationContext(
            TranslationContextLocation.other, command
        )
        assert await translator.translate(name, Locale.french, context) in (None, command.name)
