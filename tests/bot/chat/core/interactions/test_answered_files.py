"""Answers carry their files, in every way to answer and after a refusal."""

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.messages import layouts
from bot.chat.core.messages.files import Animation, Document

FILES = (Animation(b"GIF", "a game in motion"), Document(b"1. a1", "game.txt"))
SENT = ["animation.gif: a game in motion", "game.txt: None"]


class _Discord:
    """An interaction on a private or public message; `refuses` is a way to answer that Discord refuses."""

    def __init__(self, *, private: bool, refuses: str = "", status: int = 400, code: int = 50035) -> None:
        self.answers: list[tuple[str, list[str], str]] = []
        self._refuses, self._status, self._code = refuses, status, code
        response = SimpleNamespace(send_message=self._send, edit_message=self._edit, defer=self._defer)
        self.interaction: Any = SimpleNamespace(
            id=900,
            extras={},
            response=response,
            followup=SimpleNamespace(send=self._send),
            edit_original_response=self._edit,
            message=SimpleNamespace(flags=SimpleNamespace(ephemeral=private)),
        )

    async def _send(
        self, content: Any = None, *, view: Any = None, files: Any = (), ephemeral: bool = False, **_: Any
    ) -> None:
        way = "private" if ephemeral else "public"
        self._record(f"{way} layout" if isinstance(view, ui.LayoutView) else way, files, content)

    async def _edit(self, *, attachments: Any = (), content: Any = None, **_: Any) -> None:
        self._record("edit", attachments, content)

    async def _defer(self, **_: Any) -> None:
        self.answers.append(("deferred", [], ""))

    def _record(self, way: str, files: Any, content: Any) -> None:
        if way == self._refuses:
            response: Any = SimpleNamespace(status=self._status, reason="no")
            raise discord.HTTPException(response, {"code": self._code, "message": "no"})
        names = [f"{file.filename}: {file.description}" for file in files or ()]
        self.answers.append((way, names, content or ""))


async def _show(answers: Answers) -> None:
    await answers.show(layouts.note("words"), FILES)


async def _show_page(answers: Answers) -> None:
    await answers.show_page(layouts.note("words"), FILES)


async def _revise(answers: Answers) -> None:
    await answers.revise(layouts.note("words"), FILES)


async def _post(answers: Answers) -> None:
    await answers.post("words\nbelow", ui.View(), FILES)


@pytest.mark.parametrize(
    ("answer", "private", "refuses", "expected"),
    [
        (_show, False, "", ("private layout", SENT, "")),
        (_show_page, True, "", ("edit", SENT, "")),
        (_show_page, False, "", ("private layout", SENT, "")),
        (_show_page, True, "edit", ("private layout", SENT, "")),
        (_revise, True, "", ("edit", SENT, "")),
        (_post, False, "", ("public", SENT, "**words**\nbelow")),
        (_post, False, "public", ("private layout", SENT, "")),
    ],
)
async def test_every_kind_of_answer_sends_files(
    answer: Callable[[Answers], Awaitable[None]],
    private: bool,
    refuses: str,
    expected: tuple[str, list[str], str],
) -> None:
    there = _Discord(private=private, refuses=refuses)
    await answer(Answers(there.interaction))
    assert there.answers == [expected]


async def test_a_refused_page_falls_back_to_text_naming_its_files() -> None:
    there = _Discord(private=False, refuses="private layout")
    await _show(Answers(there.interaction))
    assert there.answers == [("private", [], "words\na game in motion\ngame.txt")]


async def test_a_dismissed_page_is_sent_again() -> None:
    there = _Discord(private=True, refuses="edit", status=404, code=10008)
    await Responder.of(there.interaction).acknowledge()
    await _show_page(Answers(there.interaction))
    assert there.answers == [("deferred", [], ""), ("private layout", SENT, "")]
