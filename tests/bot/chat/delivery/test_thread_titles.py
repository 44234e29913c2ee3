"""Titles of threads: the first that Discord accepts."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.delivery.thread_titles import nameless_titles, with_first_title
from bot.locale import Texts
from tests.bot.chat import samples


def refusal(code: int, *fields: str) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=400, reason="refused")
    errors = {field: {"_errors": [{"code": "BLOCKED", "message": "no"}]} for field in fields}
    return discord.HTTPException(response, {"code": code, "message": "refused", "errors": errors})


@pytest.mark.parametrize(
    ("refused", "error", "tried", "opened"),
    [
        ((), refusal(200001), ["Anna"], True),
        (("Anna",), refusal(200001), ["Anna", "#3"], True),
        (("Anna", "#3"), refusal(50035, "name"), ["Anna", "#3", "Tablut"], True),
        (("Anna", "#3", "Tablut"), refusal(200001), ["Anna", "#3", "Tablut"], False),
        (("Anna",), refusal(50035, "message"), ["Anna"], False),
        (("Anna",), refusal(50013), ["Anna"], False),
    ],
    ids=["accepted", "blocked", "a word of Discord's list", "all refused", "another field", "no right"],
)
async def test_the_next_title_is_tried_only_if_the_title_is_refused(
    refused: tuple[str, ...], error: discord.HTTPException, tried: list[str], *, opened: bool
) -> None:
    titles: list[str] = []

    async def request(title: str) -> str:
        titles.append(title)
        if title in refused:
            raise error
        return title

    if opened:
        assert await with_first_title(["Anna", "#3", "Tablut"], request) == tried[-1]
    else:
        with pytest.raises(discord.HTTPException) as raised:
            await with_first_title(["Anna", "#3", "Tablut"], request)
        assert raised.value is error
    assert titles == tried


def test_titles_without_names() -> None:
    for code in ("en", "de"):
        t = Texts.load().language(code)
        with_number, game = nameless_titles(samples.MATCH, t)
        assert game == t(f"{samples.MATCH.key}.name")
        assert with_number == t("game.thread-nameless", game=game, number=samples.MATCH.id)
