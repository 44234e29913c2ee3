"""Mentions of commands in texts: clickable once their ids are known."""

import pytest

import rules
from bot.chat.gateway.command_ids import mentions_of
from bot.locale import LANGUAGES, Texts, icons
from tests.bot.chat.surfaces import bare_commands

IDS = {"challenge": 11, "games": 12, "dice": 13}
AS_THEY_ARE = ("button.", "option.", "command.", "form.", "menu.", "counter.", "settings.title")
"""Prefixes of the ids of texts that Discord shows without markdown: labels, menu options, forms."""


def texts_with_commands() -> Texts:
    texts = Texts.load()
    texts.mentions.publish(mentions_of(bare_commands(rules.GAMES, texts), IDS, texts))
    return texts


def test_a_command_is_mentioned_by_its_id() -> None:
    assert texts_with_commands().language("en")("refusal.no-game").endswith("Start one with </challenge:11>.")


def test_other_languages_show_their_name_and_the_mention() -> None:
    texts = texts_with_commands()
    text = texts.language("de")("refusal.no-game")
    assert "/herausfordern (</challenge:11>)" in text
    assert texts.mentions.in_text("de", text) == text, "within another text it stays as it is"


def test_a_subcommand_is_mentioned_with_its_group() -> None:
    mentions = mentions_of(bare_commands(rules.GAMES, Texts.load()), IDS, Texts.load())
    assert mentions["en"]["dice verify"] == "</dice verify:13>"
    assert mentions["de"]["würfel prüfen"] == "/würfel prüfen (</dice verify:13>)"


def test_texts_without_ids_keep_plain_commands() -> None:
    assert "`/challenge`" in Texts.load().language("en")("refusal.no-game")
    assert "`/vacation" in texts_with_commands().language("en")("welcome.how-it-works"), (
        "the id of this command is unknown"
    )


def test_a_command_with_an_option_is_not_mentioned() -> None:
    texts = texts_with_commands()
    assert texts.mentions.in_text("en", "`/dice verify game:3` or `/dice verify`") == (
        "`/dice verify game:3` or </dice verify:13>"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_without_markdown_have_no_backticked_commands(language: str) -> None:
    t = Texts.load().language(language)
    assert [
        text for text in t if text.startswith(AS_THEY_ARE) and "`/" in t._translations.gettext(text)
    ] == []


def test_texts_without_mentions_show_commands_as_typed() -> None:
    texts = texts_with_commands()
    plain = texts.without_mentions()
    assert plain.languages.keys() == texts.languages.keys()
    for code in ("en", "de"):
        assert "</challenge:11>" in texts.language(code)("refusal.no-game")
        assert "</" not in plain.language(code)("refusal.no-game")
    assert "`/challenge`" in plain.language("en")("refusal.no-game")


def test_icons_appear_once_published() -> None:
    texts = Texts.load()
    label = icons.piece("conhex", "red")
    assert (label, icons.piece("hnefatafl", "defender", "king")) == ("conhex.red", "hnefatafl.defender.king")
    assert [texts.language(code).icon(label) for code in ("en", "de")] == [None, None]
    texts.icons.publish({label: "<:conhex_red:1>"})
    assert [texts.language(code).icon(label) for code in ("en", "de")] == ["<:conhex_red:1>"] * 2
    assert texts.language("de").icon("conhex.blue") is None
