"""The page in a real browser: pictures, threads, channels, narrow windows, files, live changes."""

import re
from typing import Any

import discord
import pytest
from playwright.async_api import expect

from tests.playground.page.page_acts import board, messages, stage, theatre, type_command
from tests.playground.page.page_audit import AUDIT
from tests.playground.page.page_stage import IN_CHROMIUM, Stage
from tests.pocket import ANNA, BEN, CLARA, SPIELEABEND, Person

__all__ = ["stage", "theatre"]

pytestmark = IN_CHROMIUM

DISTANCE = "(s => s.scrollHeight - s.scrollTop - s.clientHeight)(document.querySelector('.scroller'))"
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


async def test_picture_has_alt_text_and_opens_in_full_size(stage: Stage) -> None:
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


@pytest.mark.parametrize(
    ("width", "size", "most"),
    [(1280, (800, 900), (550, 350)), (1280, (1600, 400), (550, 350)), (360, (800, 900), (300, 740))],
)
async def test_pictures_are_sized_like_in_a_real_client(
    stage: Stage, width: int, size: tuple[int, int], most: tuple[int, int]
) -> None:
    channel = await stage.channel(f"sizes-{width}-{size[0]}")
    view = discord.ui.LayoutView()
    gallery: Any = discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png"))
    view.add_item(discord.ui.Container(gallery))
    await stage.bot.say(channel, view=view, file=board(size))
    page = await stage.page(BEN, channel, width=width)
    await page.locator(".picture img").evaluate("image => image.decode()")
    box = await page.locator(".picture img").bounding_box()
    assert box is not None
    assert box["width"] <= most[0]
    assert box["height"] <= most[1]
    assert box["width"] / box["height"] == pytest.approx(size[0] / size[1], rel=0.02)
    assert max(box["width"] / most[0], box["height"] / most[1]) > 0.85, "no smaller than needed"


async def test_classic_message_shows_text_then_picture_then_buttons(stage: Stage) -> None:
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


async def test_threads_are_listed_and_announced(stage: Stage) -> None:
    channel = await stage.channel("threads")
    message = await stage.bot.say(channel, content="A game.")
    await message.create_thread(name="Ben and Anna")
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


async def test_unread_channels_are_marked_until_read(stage: Stage) -> None:
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


async def test_channel_press_survives_a_list_update(stage: Stage) -> None:
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


async def test_acting_person_is_stored_in_the_url(stage: Stage) -> None:
    channel = await stage.channel("roles", SPIELEABEND)
    page = await stage.page(ANNA, channel)
    await page.get_by_test_id("composer").fill("Anna's draft")
    await page.get_by_test_id("act-as").press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("act-as")).to_contain_text("Ben")
    await expect(page.get_by_test_id("composer")).to_have_value("")
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
    # The page is narrower until its picture has loaded.
    await page.locator(".picture img").evaluate("image => image.decode()")
    for scrolled in ("document.documentElement", "document.querySelector('.scroller')"):
        widths = await page.evaluate(f"[{scrolled}.scrollWidth, {scrolled}.clientWidth]")
        assert widths[0] <= widths[1]
    assert await page.locator(".picture img").evaluate("image => image.getBoundingClientRect().right") <= 360
    drawer = page.get_by_test_id("channel-list")
    await expect(drawer).to_be_hidden()
    await page.get_by_test_id("drawer-open").click()
    await expect(drawer).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(drawer).to_be_hidden()
    await page.get_by_test_id("drawer-open").click()
    await page.set_viewport_size({"width": 1280, "height": 740})
    await expect(page.get_by_test_id("members")).to_be_visible()
    await expect(page.locator("main")).to_have_js_property("inert", False)


async def test_narrow_window_fits_a_long_thread_name(stage: Stage) -> None:
    message = await stage.bot.say(await stage.channel("a-channel-with-a-long-name"), content="Begin.")
    thread = await message.create_thread(name="A very long name of a thread " * 3)
    page = await stage.page(BEN, str(thread.id), width=360)
    await expect(page.get_by_test_id("channel-title")).to_contain_text("A very long name")
    for part in ("members-toggle", "send", "drawer-open"):
        box = await page.get_by_test_id(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_every_element_has_a_name_and_enough_contrast(stage: Stage, theme: str) -> None:
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


async def test_rail_opens_the_dm_with_the_bot(stage: Stage) -> None:
    page = await stage.page(CLARA, await stage.channel("doorway"))
    await page.get_by_test_id("rail-dms").click()
    await page.get_by_test_id("open-dm").click()
    await expect(page.get_by_test_id("channel-title")).to_have_text("Fernpartie")
    await type_command(page, "/move d5-d6")
    assert await stage.bot.hear() == {"move": "d5-d6"}
    await expect(messages(page)).to_contain_text("Moved d5-d6.")


async def test_arrow_keys_move_between_channels(stage: Stage) -> None:
    channel = await stage.channel("arrows")
    page = await stage.page(BEN, channel)
    await page.locator(f"[data-testid=channel][data-channel-id='{channel}']").focus()
    await page.keyboard.press("Home")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("channel-title")).to_have_text("board-games")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("channel-title")).to_have_text("lobby")


async def test_file_can_be_chosen_for_an_option(stage: Stage) -> None:
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


async def test_unchosen_file_name_is_an_error(stage: Stage) -> None:
    page = await stage.page(BEN, await stage.channel("files"))
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/give paper:game.json")
    await page.get_by_test_id("send").click()
    await expect(page.get_by_test_id("composer-error")).to_contain_text("game.json")
    assert stage.bot.heard.empty()


async def test_accepting_a_file_option_opens_the_file_chooser(stage: Stage) -> None:
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


async def test_view_stays_at_the_end_unless_the_reader_scrolls(stage: Stage) -> None:
    channel = await stage.channel("changing")
    page = await stage.page(BEN, channel, width=360)
    for number in range(12):
        await stage.bot.say(channel, content=f"Line {number}\n" * 6)
    await expect(messages(page).last).to_contain_text("Line 11")
    # The browser also scrolls by itself, for instance when a redrawn message is lower for a moment.
    await page.locator(".scroller").evaluate("scroller => { scroller.scrollTop -= 300; }")
    await page.wait_for_function(f"() => {DISTANCE} < 2")
    await page.locator(".scroller").hover()
    await page.mouse.wheel(0, -300)
    await page.wait_for_function(f"() => {DISTANCE} > 200")
    await stage.bot.say(channel, content="One more")
    await expect(messages(page).last).to_contain_text("One more")
    await page.evaluate(TWO_FRAMES)
    assert await page.evaluate(DISTANCE) > 200
    jump = page.locator(".jump")
    await expect(jump).to_be_hidden()
    await page.mouse.wheel(0, -400)
    await expect(jump).to_be_visible()
    await jump.click()
    await page.wait_for_function(f"() => {DISTANCE} < 2")
    await expect(jump).to_be_hidden()
    await stage.bot.say(channel, content="The last\n" * 20)
    await expect(messages(page).last).to_contain_text("The last")
    await page.wait_for_function(f"() => {DISTANCE} < 2")
