"""A stage shared by all tests of a file, and the actions of its people."""

import io
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest_asyncio
from PIL import Image
from playwright.async_api import Browser, Page

from tests.playground.page.page_stage import Stage, staging


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def theatre(chrome: Browser) -> AsyncIterator[Stage]:
    async with staging(chrome) as stage:
        yield stage


@pytest_asyncio.fixture(loop_scope="session")
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


def board(size: tuple[int, int] = (800, 800)) -> discord.File:
    picture = io.BytesIO()
    Image.new("RGB", size, "#c9a66b").save(picture, "PNG")
    picture.seek(0)
    return discord.File(picture, "board.png", description="An empty board.")
