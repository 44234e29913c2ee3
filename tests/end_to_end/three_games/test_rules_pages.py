"""The rules of every game in both languages, on request."""

import pytest

import rules
from bot.locale import Language
from rules.contract.capabilities import series_of
from tests.end_to_end.seen import strip_commands
from tests.end_to_end.tables import Table, picture_of
from tests.end_to_end.three_games.rounds import ENGLISH, GERMAN
from tests.repeats import cases

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


@pytest.mark.parametrize("key", cases(["conhex"], list(rules.GAMES)))
async def test_english_rules(table: Table, key: str) -> None:
    await check_rules(table, key, ENGLISH)


@pytest.mark.parametrize("key", cases(["fox-and-hens"], list(rules.GAMES)))
async def test_german_rules(german_table: Table, key: str) -> None:
    await check_rules(german_table, key, GERMAN)


async def check_rules(table: Table, key: str, t: Language) -> None:
    """Check that a reader of a language gets all of a game's rules in one press, with a picture."""
    reader = await table.newcomer("Rita", "de" if t is GERMAN else "en-GB")
    first = (await reader.slash(table.channel, "rules", game=key)).message
    assert first.is_private
    page = (await reader.press(first, t("button.whole-rules"))).message
    options, series = rules.GAMES[key].options, series_of(rules.GAMES[key]) is not None
    for text_id in ("name", "rules", *(["rules.variants"] if options or series else [])):
        assert strip_commands(t(f"{key}.{text_id}")) in strip_commands(page.text)
    for option in options:
        assert t(f"{key}.option.{option.key}.rules") in page.text
    assert (f"**{t('series.name')}**" in page.text) == series
    picture = await picture_of(table.line, page)
    assert picture.width == 800


async def test_dice_and_leaving_are_explained(table: Table) -> None:
    first = (await table.anna.slash(table.channel, "rules", game="catch-the-hat")).message
    text = (await table.anna.press(first, "All rules")).text
    assert "`/dice verify`" in text
    assert "A rule of this house: you may leave the game." in text
