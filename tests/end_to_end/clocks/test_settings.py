"""`/settings`: a person's choices hold for their private pages, and for their notifications."""

from functools import partial

import pytest
from PIL import Image, ImageStat

from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Answer, Seen
from tests.end_to_end.tables import Table, picture_of

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def panel(person: Person, channel: str) -> Seen:
    """Open the panel."""
    answer = await person.slash(channel, "settings")
    assert answer.message.is_private
    return answer.message


async def pick(person: Person, page: Seen, what: str, *values: str) -> Answer:
    """Choose values in one of the panel's menus."""
    return await person.forge(page, f"fp:set:{what}", *values)


def brightness(picture: Image.Image) -> float:
    """Return how bright a picture is on the whole."""
    return float(ImageStat.Stat(picture.convert("L")).mean[0])


def marks(mark: str, page: Seen) -> bool:
    """Return whether a message carries a mark."""
    return page.marks(mark)


def default_values(page: Seen, what: str) -> list[str]:
    """Return the chosen values of a menu."""
    menu = next(menu for menu in page.menus if menu["custom_id"] == f"fp:set:{what}")
    return [option["value"] for option in menu["options"] if option.get("default")]


async def test_what_everyone_begins_with(table: Table) -> None:
    page = await panel(table.anna, table.channel)
    assert [menu["custom_id"].rpartition(":")[2] for menu in page.menus] == [
        "language",
        "theme",
        "tell",
        "reminders",
        "every",
    ]
    assert default_values(page, "language") == ["own"]
    assert default_values(page, "theme") == ["light"]
    assert default_values(page, "tell") == ["thread"]
    assert default_values(page, "reminders") == ["6", "24"]
    assert default_values(page, "every") == ["48"]
    assert list(page.buttons) == [
        "Quiet hours",
        "Play forced moves for me: off",
        "Silent turns in quiet hours: off",
        "Automatic vacation: on",
        "ConHex: always see myself as red: off",
        "Confirm moves: on",
        "Blocked people",
        "Privacy",
    ]


async def test_the_language_holds_in_private_only(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    page = await panel(table.anna, table.channel)
    changed = (await pick(table.anna, page, "language", "de")).message
    assert "Deine Einstellungen" in changed.text
    assert list(match.start.buttons) == ["Move", "Board", "More"]
    own = (await table.anna.press(match.start, "Board")).message
    assert list(own.buttons)[:2] == ["Ziehen", "Mehr"]
    back = (await pick(table.anna, changed, "language", "own")).message
    assert "Your settings" in back.text


async def test_the_theme_holds_in_private_only(table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    light = await picture_of(table.line, (await table.anna.press(match.start, "Board")).message)
    page = await panel(table.anna, table.channel)
    assert default_values((await pick(table.anna, page, "theme", "dark")).message, "theme") == ["dark"]
    dark = await picture_of(table.line, (await table.anna.press(match.start, "Board")).message)
    assert brightness(dark) < brightness(light)
    message = await match.play("f6")
    assert brightness(await picture_of(table.line, message)) > brightness(dark)


async def test_where_to_be_told(table: Table) -> None:
    page = await panel(table.ben, table.channel)
    for tell, pinged, directly in (("both", 2, 1), ("none", 0, 0)):
        if tell == "both":
            await table.ben.press(page, "ConHex: always see myself as red: off")
        assert default_values((await pick(table.ben, page, "tell", tell)).message, "tell") == [tell]
        match = await table.begin("conhex", swap="off")
        await match.play("f6")
        assert match.pings().count(table.ben.id) == pinged, tell
        mark = f"fp:board:{match.number}:1"
        if directly:
            message = await table.ben.finds(await table.ben.direct(), partial(marks, mark), "the message")
            assert "Move" in message.buttons
            assert ("you are Blue in the game but see yourself as Red" in message.text) == (tell == "both")
        else:
            assert not [m for m in await table.ben.sees(await table.ben.direct()) if m.marks(mark)]


async def test_quiet_hours_survive_a_restart(table: Table, bot: BotHere) -> None:
    page = await panel(table.anna, table.channel)
    await bot.restart()
    confirmation = await table.anna.fill_in(page, "Quiet hours", hours="22:00 - 07:30", zone="Europe/Berlin")
    assert "🌙 Quiet hours: 22:00-07:30 · Time zone: Europe/Berlin" in confirmation.text
    short = await table.anna.fill_in(page, "Quiet hours", hours="23-7", zone="new york")
    assert "🌙 Quiet hours: 23:00-07:00 · Time zone: America/New_York" in short.text
    none = await table.anna.fill_in(page, "Quiet hours", hours="", zone="UTC")
    assert "🌙 Quiet hours: none · Time zone: UTC" in none.text


@pytest.mark.assumes("forms-keep-values")
async def test_a_form_opened_again_shows_what_holds_by_then(table: Table) -> None:
    page = await panel(table.anna, table.channel)
    for hours in ("22:00-07:30", "21:00-06:00"):
        await table.anna.fill_in(page, "Quiet hours", hours=hours, zone="UTC")
        answer = await table.anna.press(page, "Quiet hours")
        assert answer.form is not None
        (first, _) = (label["component"]["value"] for label in answer.form["components"])
        assert first == hours


@pytest.mark.parametrize(
    ("hours", "zone", "text"),
    [
        ("late", "UTC", "“late” is not a range of hours."),
        ("22:00-07:00", "../etc/passwd", "is not a time zone."),
    ],
)
async def test_quiet_hours_that_are_none(table: Table, hours: str, zone: str, text: str) -> None:
    page = await panel(table.anna, table.channel)
    answer = await table.anna.fill_in(page, "Quiet hours", hours=hours, zone=zone)
    assert answer.message.is_private
    assert text in answer.text
    assert "Quiet hours: none" in (await panel(table.anna, table.channel)).text


@pytest.mark.parametrize(
    ("forged", "values"),
    [
        ("fp:set:theme", ("pink",)),
        ("fp:set:reminders", ("x",)),
        ("fp:set:password", ("x",)),
        ("fp:switch:everything:1", ()),
        ("fp:quiet-set", ()),
    ],
)
async def test_settings_made_up_by_hand(table: Table, forged: str, values: tuple[str, ...]) -> None:
    before = await panel(table.anna, table.channel)
    answer = await table.anna.forge(before.holding(forged, *values), forged, *values)
    assert answer.message.is_private
    assert "went wrong" not in answer.text
    after = await panel(table.anna, table.channel)
    assert after.text == before.text
    assert after.menus == before.menus
    real = "fp:set:theme"
    confirmation = await table.anna.forge(before.holding(real, "dark"), real, "dark")
    assert default_values(confirmation.message, "theme") == ["dark"]
