"""The page in a real browser: reading, typing and pressing, and the interactions that the bot receives."""

import asyncio
import re

import discord
import pytest
from playwright.async_api import Route, expect

from tests.playground.page.page_acts import messages, stage, theatre, type_command
from tests.playground.page.page_stage import IN_CHROMIUM, Stage
from tests.pocket import ANNA, BEN, CLARA, GAME_NIGHT, SPIELEABEND

__all__ = ["stage", "theatre"]

pytestmark = IN_CHROMIUM


async def test_markup_in_a_message_is_shown_as_text(stage: Stage) -> None:
    channel = await stage.channel("markup")
    page = await stage.page(ANNA, channel)
    hostile = '<img src=x onerror="document.title=1"><script>alert(1)</script> [x](javascript:alert(1))'
    await stage.write(BEN, channel, hostile)
    body = messages(page).get_by_test_id("message-body")
    await expect(body).to_have_text(hostile)
    assert await body.locator("img, script, a").count() == 0


async def test_markdown_renders_as_elements(stage: Stage) -> None:
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


async def test_fully_typed_command_reaches_the_bot(stage: Stage) -> None:
    page = await stage.page(BEN, await stage.channel("typed"))
    await type_command(page, "/challenge hnefatafl opponent:@Anna board:tablut-9")
    assert await stage.bot.hear() == {"opponent": ANNA, "board": "tablut-9"}
    await expect(page.get_by_test_id("invocation")).to_contain_text("Ben used /challenge hnefatafl")
    await expect(page.get_by_test_id("message-body")).to_have_text("@Ben challenges @Anna.")


async def test_german_commands_can_be_picked_by_keyboard(stage: Stage) -> None:
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
async def test_invalid_command_is_explained_and_not_sent(stage: Stage, text: str, complaint: str) -> None:
    page = await stage.page(BEN, await stage.channel("wrong"))
    await page.get_by_test_id("composer").fill(text)
    await page.keyboard.press("Escape")
    await page.get_by_test_id("send").click()
    await expect(page.get_by_test_id("composer-error")).to_have_text(complaint)
    await expect(page.get_by_test_id("composer")).not_to_have_value("")
    assert stage.bot.heard.empty()


async def test_autocomplete_works_by_keyboard(stage: Stage) -> None:
    page = await stage.page(BEN, await stage.channel("autocomplete"))
    composer = page.get_by_test_id("composer")
    await composer.click()
    await page.keyboard.type("/move move:e1")
    await expect(page.get_by_test_id("suggestion")).to_have_text(["e1 → e2", "e1 → e3", "e1 → e4"])
    await expect(page.locator("[data-testid=suggestion][aria-selected=true]")).to_have_count(0)
    await page.keyboard.press("ArrowUp")
    await expect(page.locator("[data-testid=suggestion][aria-selected=true]")).to_have_text("e1 → e4")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await expect(page.locator("[data-testid=suggestion][aria-selected=true]")).to_have_text("e1 → e3")
    marked = await composer.get_attribute("aria-activedescendant")
    await expect(page.locator(f"#{marked}")).to_have_text("e1 → e3")
    await page.keyboard.press("Enter")
    await expect(composer).to_have_value("/move move:e1 → e3 ")
    await page.keyboard.press("Enter")
    assert await stage.bot.hear() == {"move": "e1-e3"}


async def test_escape_closes_suggestions_and_plain_text_is_sent(stage: Stage) -> None:
    page = await stage.page(BEN, await stage.channel("free-text"))
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/move ")
    await expect(page.get_by_test_id("suggestions")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("suggestions")).to_be_hidden()
    await page.keyboard.type("z9 board: <@1>")
    await page.keyboard.press("Enter")
    assert await stage.bot.hear() == {"move": "z9 board: <@1>"}


async def test_private_messages_are_shown_to_one_person_and_dismissable(stage: Stage) -> None:
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


async def test_slow_answer_shows_that_the_bot_is_thinking(stage: Stage) -> None:
    page = await stage.page(BEN, await stage.channel("thinking"))
    await type_command(page, "/think")
    await expect(page.get_by_test_id("thinking")).to_have_text("Fernpartie is thinking …")


async def test_button_presses_are_sent_and_missing_answers_are_reported(stage: Stage) -> None:
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


async def test_selects_send_values_picked_by_keyboard(stage: Stage) -> None:
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
    interaction = await stage.bot.hear()
    assert (interaction["custom_id"], interaction["values"]) == ("one", ["rook"])
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


async def test_mentionable_select_offers_roles(stage: Stage) -> None:
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


async def test_choice_survives_a_refetch_of_messages(stage: Stage) -> None:
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


async def test_button_press_survives_a_refetch_of_messages(stage: Stage) -> None:
    channel = await stage.channel("held")
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Go", custom_id="go"))
    await stage.bot.say(channel, content="Press.", view=view)
    states: asyncio.Queue[asyncio.Event] = asyncio.Queue()

    async def hold(route: Route) -> None:
        await states.put(released := asyncio.Event())
        await released.wait()
        await route.continue_()

    page = await stage.page(BEN, channel, routes={"**/playground/state?*": hold}, settled=False)
    (await states.get()).set()
    again = await states.get()
    await page.get_by_role("button", name="Go").hover()
    await page.mouse.down()
    async with page.expect_response("**/messages?*"):
        again.set()
    # Two frames later the change is drawn.
    await page.evaluate(
        "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
    )
    await page.mouse.up()
    assert (await stage.bot.hear())["custom_id"] == "go"


async def test_modal_is_validated_keeps_focus_and_is_sent(stage: Stage) -> None:
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
    for key in ["Tab"] * 8 + ["Shift+Tab"] * 4:
        await page.keyboard.press(key)
        await expect(page.locator("dialog :focus")).to_have_count(1)
    await field.fill("e1-e4")
    await form.get_by_test_id("component-select").click()
    await page.get_by_test_id("select-option").filter(has_text="Bold").click()
    await form.get_by_label("Remark").fill("Now\nthen")
    await form.get_by_test_id("modal-submit").click()
    await expect(form).to_have_count(0)
    parts = [part["component"] for part in (await stage.bot.hear())["components"]]
    assert [part.get("value", part.get("values")) for part in parts] == ["e1-e4", ["Bold"], "Now\nthen"]
    await expect(messages(page).last).to_contain_text("Form received.")
