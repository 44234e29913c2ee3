"""The page in a real browser: what people see, type and press, and what the bot hears of it."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import Page, Route, expect

from tests.playground.page.page_audit import AUDIT
from tests.playground.page.page_stage import CHROMIUM, Stage, staging
from tests.pocket import ANNA, BEN, CLARA, GAME_NIGHT, SPIELEABEND, Person

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def theatre() -> AsyncIterator[Stage]:
    async with staging() as stage:
        yield stage


@pytest_asyncio.fixture(loop_scope="module")
async def stage(theatre: Stage) -> AsyncIterator[Stage]:
    yield theatre
    troubles = list(theatre.troubles)
    await theatre.tidy()
    assert not troubles


def messages(page: Page) -> Any:
    return page.get_by_test_id("message")


async def type_command(page: Page, text: str) -> None:
    await page.get_by_test_id("composer").click()
    await page.keyboard.type(text)
    await page.keyboard.press("Enter")


def board() -> discord.File:
    picture = io.BytesIO()
    Image.new("RGB", (800, 800), "#c9a66b").save(picture, "PNG")
    picture.seek(0)
    return discord.File(picture, "board.png", description="An empty board.")


async def test_markup_in_a_message_is_text(stage: Stage) -> None:
    channel = await stage.channel("markup")
    page = await stage.page(ANNA, channel)
    hostile = '<img src=x onerror="document.title=1"><script>alert(1)</script> [x](javascript:alert(1))'
    await stage.write(BEN, channel, hostile)
    body = messages(page).get_by_test_id("message-body")
    await expect(body).to_have_text(hostile)
    assert await body.locator("img, script, a").count() == 0


async def test_markdown_becomes_elements(stage: Stage) -> None:
    channel = await stage.channel("markdown")
    role = await stage.control.add_role(SPIELEABEND, "Players")
    page = await stage.page(ANNA, channel)
    await stage.write(
        BEN,
        channel,
        f"# Title\n-# small\n**bold** *slanted* __lined__ ~~gone~~ `code` ||hidden|| \\*plain\\*\n"
        f"> quoted\n- one\n- two\n1. first\n```py\n<b>\n```\n<@{ANNA}> <#{channel}> <@&{role}> <t:0:D> https://example.org",
    )
    body = messages(page).get_by_test_id("message-body")
    await expect(body.get_by_role("heading", name="Title")).to_be_visible()
    for tag, text in {
        "strong": "bold",
        "em": "slanted",
        "u": "lined",
        "s": "gone",
        "p code": "code",
        "blockquote": "quoted",
        "ol li": "first",
        "pre": "<b>",
        "time": "1. Januar 1970",
    }.items():
        await expect(body.locator(tag)).to_have_text(text)
    await expect(body.locator("ul li")).to_have_text(["one", "two"])
    await expect(body).to_contain_text("*plain*")
    await expect(body.locator(".mention")).to_have_text(["@Anna", "#markdown", "@Players"])
    await expect(body.get_by_role("link")).to_have_attribute("href", "https://example.org/")
    await expect(messages(page)).to_have_class(re.compile("mentions-me"))
    hidden = body.locator(".spoiler")
    await hidden.press("Enter")
    await expect(hidden).to_have_class(re.compile("shown"))


async def test_a_command_typed_in_full_reaches_the_bot(stage: Stage) -> None:
    page = await stage.page(BEN, await stage.channel("typed"))
    await type_command(page, "/challenge hnefatafl opponent:@Anna board:tablut-9")
    assert await stage.bot.hear() == {"opponent": ANNA, "board": "tablut-9"}
    await expect(page.get_by_test_id("invocation")).to_contain_text("Ben used /challenge hnefatafl")
    await expect(page.get_by_test_id("message-body")).to_have_text("@Ben challenges @Anna.")


async def test_commands_are_chosen_by_keyboard_in_german(stage: Stage) -> None:
    page = await stage.page(ANNA, await stage.channel("tastatur"))
    composer = page.get_by_test_id("composer")
    await composer.click()
    await page.keyboard.type("/heraus")
    await expect(page.get_by_test_id("suggestion")).to_contain_text("/herausfordern hnefatafl")
    await page.keyboard.press("Enter")
    await expect(composer).to_have_value("/herausfordern hnefatafl ")
    await page.keyboard.type("bre")
    await page.keyboard.press("Tab")
    await expect(composer).to_have_value("/herausfordern hnefatafl brett:")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(composer).to_have_value("/herausfordern hnefatafl brett:Brandub (winzig) ")
    await page.locator("[data-testid=command-option][data-option=opponent]").click()
    await page.keyboard.type("@Cl")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    assert await stage.bot.hear() == {"opponent": CLARA, "board": "brandub-7"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("/move", "“move” is required."),
        ("/challenge hnefatafl board:chess", "“chess” does not fit “board”."),
        ("/challenge hnefatafl opponent:@Nobody", "“@Nobody” does not fit “opponent”."),
        ("/fly", "There is no command “/fly”. Type / to see all commands."),
    ],
)
async def test_a_wrong_command_is_explained_and_not_sent(stage: Stage, text: str, complaint: str) -> None:
    page = await stage.page(BEN, await stage.channel("wrong"))
    await page.get_by_test_id("composer").fill(text)
    await page.keyboard.press("Escape")
    await page.get_by_test_id("send").click()
    await expect(page.get_by_test_id("composer-error")).to_have_text(complaint)
    assert await page.get_by_test_id("composer").input_value()
    assert stage.bot.heard.empty()


async def test_autocomplete_is_steered_by_keyboard(stage: Stage) -> None:
    page = await stage.page(BEN, await stage.channel("autocomplete"))
    composer = page.get_by_test_id("composer")
    await composer.click()
    await page.keyboard.type("/move move:e1")
    await expect(page.get_by_test_id("suggestion")).to_have_text(["e1 → e2", "e1 → e3", "e1 → e4"])
    await expect(page.locator("[data-testid=suggestion][aria-selected=true]")).to_have_count(0)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await expect(page.locator("[data-testid=suggestion][aria-selected=true]")).to_have_text("e1 → e3")
    marked = await composer.get_attribute("aria-activedescendant")
    await expect(page.locator(f"#{marked}")).to_have_text("e1 → e3")
    await page.keyboard.press("Enter")
    await expect(composer).to_have_value("/move move:e1 → e3 ")
    await page.keyboard.press("Enter")
    assert await stage.bot.hear() == {"move": "e1-e3"}


async def test_escape_closes_the_suggestions_and_free_text_is_sent(stage: Stage) -> None:
    page = await stage.page(BEN, await stage.channel("free-text"))
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/move ")
    await expect(page.get_by_test_id("suggestions")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("suggestions")).to_be_hidden()
    await page.keyboard.type("z9 board: <@1>")
    await page.keyboard.press("Enter")
    assert await stage.bot.hear() == {"move": "z9 board: <@1>"}


async def test_private_messages_are_for_one_person_and_can_be_dismissed(stage: Stage) -> None:
    channel = await stage.channel("private")
    anna, ben = await stage.page(ANNA, channel), await stage.page(BEN, channel)
    await type_command(ben, "/move move:e1-e4")
    await expect(messages(ben)).to_have_attribute("data-ephemeral", "true")
    await expect(messages(ben)).to_contain_text("Only you can see this")
    await stage.write(CLARA, channel, "After it.")
    await expect(messages(anna)).to_have_count(1)
    await expect(messages(anna)).to_contain_text("After it.")
    await ben.get_by_test_id("dismiss").click()
    await expect(messages(ben)).to_have_count(1)
    await ben.reload()
    await expect(messages(ben)).to_have_count(1)


async def test_an_answer_that_takes_time_shows_that_the_bot_thinks(stage: Stage) -> None:
    page = await stage.page(BEN, await stage.channel("thinking"))
    await type_command(page, "/think")
    await expect(page.get_by_test_id("thinking")).to_have_text("Fernpartie is thinking …")


async def test_buttons_are_heard_and_silence_is_said(stage: Stage) -> None:
    channel = await stage.channel("buttons")
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Answer", custom_id="answer"))
    view.add_item(discord.ui.Button(label="Silence", custom_id="mute", style=discord.ButtonStyle.danger))
    view.add_item(discord.ui.Button(label="Off", custom_id="off", disabled=True))
    await stage.bot.say(channel, content="Press.", view=view)
    page = await stage.page(BEN, channel)
    await expect(page.get_by_role("button", name="Off")).to_be_disabled()
    await page.get_by_role("button", name="Answer").press("Enter")
    assert (await stage.bot.hear())["custom_id"] == "answer"
    await expect(messages(page).last).to_contain_text("Heard answer.")
    silent = page.locator("[data-testid=component-button][data-custom-id=mute]")
    await silent.click()
    await expect(silent).to_have_attribute("aria-busy", "true")
    await expect(page.get_by_test_id("interaction-failed")).to_have_text("This application did not respond")
    await expect(silent).not_to_have_attribute("aria-busy", "true")


async def test_selects_send_what_is_chosen_by_keyboard(stage: Stage) -> None:
    channel = await stage.channel("selects")
    options = [discord.SelectOption(label=name, value=name.lower()) for name in ("Knight", "Rook", "King")]
    view = discord.ui.View()
    view.add_item(discord.ui.Select(custom_id="one", placeholder="Piece", options=options))
    view.add_item(discord.ui.Select(custom_id="many", placeholder="Pieces", options=options, max_values=2))
    view.add_item(discord.ui.UserSelect(custom_id="who", placeholder="Person"))
    await stage.bot.say(channel, content="Choose.", view=view)
    page = await stage.page(BEN, channel)
    select = page.get_by_test_id("component-select")
    await select.nth(0).press("Enter")
    await page.keyboard.press("r")
    await page.keyboard.press("Enter")
    heard = await stage.bot.hear()
    assert (heard["custom_id"], heard["values"]) == ("one", ["rook"])
    await expect(select.nth(0)).to_contain_text("Rook")
    await select.nth(1).press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    assert (await stage.bot.hear())["values"] == ["knight", "king"]
    await select.nth(2).click()
    await page.keyboard.type("cla")
    await page.keyboard.press("Enter")
    assert (await stage.bot.hear())["values"] == [CLARA]


async def test_roles_can_be_chosen_beside_people(stage: Stage) -> None:
    role = await stage.control.add_role(GAME_NIGHT, "Regulars", mentionable=True)
    channel = await stage.channel("roles")
    view = discord.ui.View()
    view.add_item(discord.ui.MentionableSelect(custom_id="either", placeholder="Who"))
    await stage.bot.say(channel, content="Choose.", view=view)
    page = await stage.page(BEN, channel)
    await page.get_by_test_id("component-select").click()
    await page.keyboard.type("regul")
    await page.keyboard.press("Enter")
    assert (await stage.bot.hear())["values"] == [role]


async def test_a_choice_stays_when_the_messages_are_fetched_anew(stage: Stage) -> None:
    channel = await stage.channel("refetched")
    view = discord.ui.View()
    view.add_item(
        discord.ui.Select(custom_id="one", placeholder="Piece", options=[discord.SelectOption(label="Rook")])
    )
    await stage.bot.say(channel, content="Choose.", view=view)
    fetches: asyncio.Queue[asyncio.Event] = asyncio.Queue()

    async def hold(route: Route) -> None:
        await fetches.put(released := asyncio.Event())
        await released.wait()
        await route.continue_()

    page = await stage.page(BEN, channel, routes={"**/messages?*": hold}, settled=False)
    (await fetches.get()).set()
    again = await fetches.get()
    select = page.get_by_test_id("component-select")
    await select.press("Enter")
    await page.keyboard.press("Enter")
    assert (await stage.bot.hear())["values"] == ["Rook"]
    await expect(select).to_contain_text("Rook")
    async with page.expect_response("**/messages?*"):
        again.set()
    await expect(select).to_contain_text("Rook")
    await expect(messages(page).last).to_contain_text("Heard one.")
    await expect(select).to_contain_text("Rook")


async def test_a_form_is_checked_keeps_the_focus_and_is_sent(stage: Stage) -> None:
    channel = await stage.channel("form")
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Write", custom_id="form"))
    await stage.bot.say(channel, content="Form.", view=view)
    page = await stage.page(BEN, channel)
    await page.get_by_role("button", name="Write").click()
    form = page.get_by_role("dialog", name="Your move")
    field = form.get_by_label("Move")
    await expect(field).to_be_focused()
    await form.get_by_test_id("modal-submit").click()
    await expect(form).to_contain_text("Please fill this in.")
    await expect(field).to_be_focused()
    await expect(field).to_have_attribute("aria-invalid", "true")
    await field.fill("e")
    await page.keyboard.press("Enter")
    await expect(form).to_contain_text("At least 2 characters.")
    for _ in range(8):
        await page.keyboard.press("Tab")
        assert await page.evaluate("document.querySelector('dialog').contains(document.activeElement)")
    await field.fill("e1-e4")
    await form.get_by_test_id("component-select").click()
    await page.get_by_test_id("select-option").filter(has_text="Bold").click()
    await form.get_by_label("Remark").fill("Now\nthen")
    await form.get_by_test_id("modal-submit").click()
    await expect(form).to_have_count(0)
    parts = [part["component"] for part in (await stage.bot.hear())["components"]]
    assert [part.get("value", part.get("values")) for part in parts] == ["e1-e4", ["Bold"], "Now\nthen"]
    await expect(messages(page).last).to_contain_text("Form received.")


async def test_a_picture_has_words_and_opens_in_full_size(stage: Stage) -> None:
    channel = await stage.channel("pictures")
    view = discord.ui.LayoutView()
    gallery: Any = discord.ui.MediaGallery()
    gallery.add_item(media="attachment://board.png", description="An empty board.")
    view.add_item(discord.ui.Container(discord.ui.TextDisplay("## Move 3"), gallery, accent_colour=0x884400))
    await stage.bot.say(channel, view=view, file=board())
    page = await stage.page(BEN, channel)
    picture = messages(page).get_by_role("img", name="An empty board.")
    await expect(picture).to_be_visible()
    await page.wait_for_function("document.querySelector('.picture img').naturalWidth === 800")
    opener = page.get_by_test_id("picture")
    await opener.press("Enter")
    full = page.get_by_test_id("lightbox")
    await expect(full.get_by_role("img")).to_be_visible()
    await expect(full).to_contain_text("An empty board.")
    await page.keyboard.press("Escape")
    await expect(full).to_have_count(0)
    await expect(opener).to_be_focused()


async def test_a_classic_message_shows_words_picture_and_buttons_in_this_order(stage: Stage) -> None:
    channel = await stage.channel("classic")
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Show moves", custom_id="moves"))
    text = f"Tablut: **e1-e4** played. <@{BEN}>, your turn."
    await stage.bot.say(channel, content=text, view=view, file=board())
    page = await stage.page(BEN, channel)
    body = messages(page).get_by_test_id("message-body")
    await expect(body.locator("> .markdown")).to_contain_text("your turn")
    await expect(body.get_by_role("img", name="An empty board.")).to_be_visible()
    await page.wait_for_function("document.querySelector('.picture img').naturalWidth === 800")
    order = await body.locator("> *").evaluate_all("all => all.map(one => one.className.split(' ')[0])")
    assert order == ["markdown", "gallery", "action-row"]
    await body.get_by_role("button", name="Show moves").click()
    await expect(messages(page).last).to_contain_text("Heard moves.")


async def test_threads_of_people_and_their_announcement(stage: Stage) -> None:
    channel = await stage.channel("threads")
    sent = await stage.bot.say(channel, content="A game.")
    await sent.create_thread(name="Ben and Anna")
    secret = await Person(stage.line, ANNA).open_thread(channel, "among us", private=True)
    page = await stage.page(ANNA, channel)
    await expect(messages(page).last).to_contain_text("Thread begonnen: Ben and Anna")
    await expect(messages(page).last.get_by_test_id("thread-card")).to_be_visible()
    await expect(page.locator(f"[data-testid=thread][data-channel-id='{secret}']")).to_contain_text(
        "among us"
    )


async def test_choosing_a_language_makes_a_server_a_community(stage: Stage) -> None:
    page = await stage.page(ANNA, await stage.channel("community"))
    choice = page.get_by_test_id("guild-language")
    await expect(choice).to_have_value("")
    for value in ("de", ""):
        async with page.expect_response(re.compile("/playground/guilds/")):
            await choice.select_option(value)
        await expect(choice).to_have_value(value)
        guild = (await Person(stage.line, ANNA).state())["guilds"][1]
        assert (guild["locale"], guild["community"]) == ("de", bool(value))


async def test_what_is_unread_is_marked_until_it_is_read(stage: Stage) -> None:
    here, there = await stage.channel("here"), await stage.channel("there")
    await stage.write(ANNA, there, "Known.")
    page = await stage.page(BEN, there)
    entry = page.locator(f"[data-testid=channel][data-channel-id='{there}']")
    await expect(entry).not_to_have_class(re.compile("unread"))
    await page.locator(f"[data-testid=channel][data-channel-id='{here}']").click()
    await stage.write(ANNA, there, "For all.")
    await expect(entry).to_have_class(re.compile("unread"))
    await expect(entry.get_by_test_id("mention-badge")).to_have_count(0)
    await stage.write(ANNA, there, f"For <@{BEN}>.")
    await expect(entry.get_by_test_id("mention-badge")).to_have_text("1")
    await expect(page).to_have_title(re.compile(r"^\(\d+\) "))
    await entry.click()
    await expect(entry).not_to_have_class(re.compile("unread"))
    new = page.get_by_test_id("new-line")
    await expect(new).to_have_text("New")
    order = await page.locator("[data-testid=message], [data-testid=new-line]").all_inner_texts()
    assert [next(w for w in ("Known", "For all", "NEW", "For @Ben") if w in text) for text in order] == [
        "Known",
        "NEW",
        "For all",
        "For @Ben",
    ]


async def test_a_press_on_a_channel_counts_though_the_list_changes_under_it(stage: Stage) -> None:
    here, there = await stage.channel("pressing"), await stage.channel("pressed")
    page = await stage.page(BEN, here)
    entry = page.locator(f"[data-testid=channel][data-channel-id='{there}']")
    await entry.hover()
    await page.mouse.down()
    await stage.write(ANNA, there, f"For <@{BEN}>.")
    await stage.write(ANNA, here, "After it.")
    await expect(messages(page).last).to_contain_text("After it.")
    await page.mouse.up()
    await expect(entry).to_have_attribute("aria-current", "page")
    await expect(messages(page).last).to_contain_text("For @Ben.")


async def test_labels_and_commands_follow_the_language(stage: Stage) -> None:
    page = await stage.page(ANNA, await stage.channel("sprache"))
    html = page.locator("html")
    await expect(html).to_have_attribute("lang", "de")
    await expect(page.get_by_test_id("banner")).to_contain_text("nicht Discord")
    await expect(page.get_by_role("navigation", name="Kanäle")).to_be_visible()
    await page.get_by_test_id("language").select_option("en-GB")
    await expect(html).to_have_attribute("lang", "en")
    await expect(page.get_by_test_id("banner")).to_contain_text("not Discord")
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/chal")
    await expect(page.get_by_test_id("suggestion")).to_contain_text("/challenge hnefatafl")
    await page.get_by_test_id("language").select_option("de")
    await expect(html).to_have_attribute("lang", "de")


async def test_acting_as_somebody_else_is_kept_in_the_address(stage: Stage) -> None:
    channel = await stage.channel("roles", SPIELEABEND)
    page = await stage.page(ANNA, channel)
    await page.get_by_test_id("act-as").press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("act-as")).to_contain_text("Ben")
    assert BEN in page.url
    assert channel in page.url
    await page.get_by_test_id("composer").fill("It is me.")
    await page.keyboard.press("Enter")
    await expect(messages(page)).to_have_attribute("data-author-id", BEN)
    await page.reload()
    await expect(page.get_by_test_id("act-as")).to_contain_text("Ben")
    await expect(page.get_by_test_id("channel-title")).to_have_text("roles")


async def test_a_narrow_window_scrolls_in_one_direction_only(stage: Stage) -> None:
    channel = await stage.channel("narrow")
    view = discord.ui.LayoutView()
    gallery: Any = discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png"))
    row: Any = discord.ui.ActionRow()
    for label in ("Move", "Board", "More", "A rather long label here"):
        row.add_item(discord.ui.Button(label=label, custom_id=label))
    view.add_item(discord.ui.Container(discord.ui.TextDisplay("W" * 200), gallery, row))
    await stage.bot.say(channel, view=view, file=board())
    await stage.write(ANNA, channel, "https://example.org/" + "x" * 300)
    page = await stage.page(BEN, channel, width=360)
    await expect(page.locator(".picture img")).to_be_visible()
    for scrolled in ("document.documentElement", "document.querySelector('.scroller')"):
        assert await page.evaluate(f"{scrolled}.scrollWidth <= {scrolled}.clientWidth")
    assert await page.evaluate("document.querySelector('.picture img').getBoundingClientRect().right <= 360")
    drawer = page.get_by_test_id("channel-list")
    await expect(drawer).to_be_hidden()
    await page.get_by_test_id("drawer-open").click()
    await expect(drawer).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(drawer).to_be_hidden()


async def test_a_narrow_window_holds_a_long_thread_name(stage: Stage) -> None:
    message = await stage.bot.say(await stage.channel("a-channel-with-a-long-name"), content="Begin.")
    thread = await message.create_thread(name="A very long name of a thread " * 3)
    page = await stage.page(BEN, str(thread.id), width=360)
    for part in ("members-toggle", "send", "drawer-open"):
        box = await page.get_by_test_id(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_everything_has_a_name_and_enough_contrast(stage: Stage, theme: str) -> None:
    channel = await stage.channel(f"contrast-{theme}")
    view = discord.ui.LayoutView()
    row: Any = discord.ui.ActionRow()
    for style in discord.ButtonStyle.primary, discord.ButtonStyle.success, discord.ButtonStyle.danger:
        row.add_item(discord.ui.Button(label=style.name, custom_id=style.name, style=style))
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(f"-# <@{BEN}> `code` <#{channel}>"), row))
    await stage.bot.say(channel, view=view)
    await stage.write(ANNA, channel, f"> <@{BEN}> [a link](https://example.org) <t:0:R>")
    page = await stage.page(BEN, channel, more=f"&theme={theme}")
    await expect(page.locator("html")).to_have_attribute("data-theme", theme)
    await type_command(page, "/move z9")
    await expect(messages(page)).to_have_count(3)
    await page.get_by_test_id("composer").fill("/challenge hnefatafl ")
    await expect(page.get_by_test_id("suggestion").first).to_be_visible()
    assert await page.evaluate(AUDIT) == {"pale": [], "nameless": [], "doubled": []}


async def test_edits_deletions_and_threads_arrive_live(stage: Stage) -> None:
    channel = await stage.channel("live")
    page = await stage.page(BEN, channel)
    message = await stage.bot.say(channel, content="First.")
    await expect(messages(page)).to_contain_text("First.")
    await message.edit(content="Second.")
    await expect(messages(page).get_by_test_id("message-body")).to_have_text("Second. (edited)")
    thread = await message.create_thread(name="A game")
    card = messages(page).first.get_by_test_id("thread-card")
    await expect(card).to_contain_text("A game")
    entry = page.locator(f"[data-testid=thread][data-channel-id='{thread.id}']")
    await entry.click()
    await expect(page.get_by_test_id("channel-title")).to_have_text("A game")
    await stage.control.archive(str(thread.id))
    await expect(page.locator("main")).to_contain_text("This thread is archived")
    await page.get_by_role("button", name="#live").click()
    await message.delete()
    await expect(page.locator(f"[data-message-id='{message.id}']")).to_have_count(0)


async def test_the_conversation_with_the_bot_is_opened_from_the_rail(stage: Stage) -> None:
    page = await stage.page(CLARA, await stage.channel("doorway"))
    await page.get_by_test_id("rail-dms").click()
    await page.get_by_test_id("open-dm").click()
    await expect(page.get_by_test_id("channel-title")).to_have_text("Fernpartie")
    await type_command(page, "/move d5-d6")
    assert await stage.bot.hear() == {"move": "d5-d6"}
    await expect(messages(page)).to_contain_text("Moved d5-d6.")


async def test_channels_are_walked_by_arrow_keys(stage: Stage) -> None:
    channel = await stage.channel("arrows")
    page = await stage.page(BEN, channel)
    await page.locator(f"[data-testid=channel][data-channel-id='{channel}']").focus()
    await page.keyboard.press("Home")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("channel-title")).to_have_text("board-games")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("channel-title")).to_have_text("lobby")


async def test_a_file_is_chosen_for_an_option(stage: Stage) -> None:
    page = await stage.page(ANNA, await stage.channel("files"))
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/give remark:mine")
    async with page.expect_file_chooser() as choosing:
        await page.locator("[data-testid=command-option][data-option=paper]").click()
    await (await choosing.value).set_files(
        {"name": "my game.json", "mimeType": "application/json", "buffer": b"{}" * 50_000}
    )
    await expect(page.get_by_test_id("composer")).to_have_value("/give remark:mine paper:my game.json ")
    await expect(page.locator("[data-option=paper]")).to_have_attribute("data-state", "filled")
    await page.get_by_test_id("send").click()
    assert await stage.bot.hear() == {"name": "my_game.json", "data": b"{}" * 50_000, "remark": "mine"}


async def test_a_file_that_was_not_chosen_is_no_file(stage: Stage) -> None:
    page = await stage.page(BEN, await stage.channel("files"))
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/give paper:game.json")
    await page.get_by_test_id("send").click()
    await expect(page.get_by_test_id("composer-error")).to_contain_text("game.json")
    assert stage.bot.heard.empty()


async def test_taking_a_suggested_option_asks_for_its_file(stage: Stage) -> None:
    page = await stage.page(ANNA, await stage.channel("files"))
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/give pap")
    await expect(page.get_by_test_id("suggestion").first).to_contain_text("paper")
    async with page.expect_file_chooser() as choosing:
        await page.get_by_test_id("suggestion").first.click()
    await (await choosing.value).set_files({"name": "a:b.txt", "mimeType": "text/plain", "buffer": b"hello"})
    await expect(page.locator("[data-option=paper]")).to_have_attribute("data-state", "filled")
    await page.keyboard.press("Enter")
    assert await stage.bot.hear() == {"name": "a_b.txt", "data": b"hello", "remark": None}
