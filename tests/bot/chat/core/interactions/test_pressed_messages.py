"""Edits of pressed messages; if refused, a rebuilt message or a private note."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from discord.utils import MISSING

import rules
from bot.chat.core import custom_ids
from bot.chat.core.interactions.pressed_messages import PressedMessages
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage, Scene
from bot.chat.core.pictures import Pictures
from bot.locale import Texts
from render import View
from tests.bot.chat.delivery.refusing_discord import RefusingDiscord
from tests.bot.chat.page_text import page_text
from tests.galleries import GALLERY

PICTURES = Pictures(GALLERY)
SCENE = Scene(rules.GAMES["conhex"].new(), View(), Texts.load().language("en"))
ACCEPT = custom_ids.write("accept", 31)
CARD = PublicMessage("A card", "The terms.", "<@1001>", ((layouts.button("Accept", ACCEPT),),), SCENE)
WORDS = SCENE.words(PICTURES)


@dataclass
class Context:
    """The context of a press; Discord accepts the edits numbered `takes`."""

    message: Any
    takes: tuple[int, ...] = (1,)
    edits: list[tuple[str | None, list[str], list[str]]] = field(default_factory=list)
    pings: list[list[int]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    pictures: Pictures = PICTURES

    @property
    def interaction(self) -> Any:
        return self

    async def update(self, *, view: Any, content: Any, attachments: Any, allowed_mentions: Any) -> bool:
        assert allowed_mentions.everyone is False
        self.pings.append([person.id for person in allowed_mentions.users])
        ids = [] if view is None else [item.custom_id for item in view.children]
        self.edits.append(
            (None if content is MISSING else content, ids, [file.filename for file in attachments])
        )
        return len(self.edits) in self.takes

    async def reply(self, content: str) -> None:
        self.told.append(content)

    async def turn_page(self, page: Any) -> None:
        self.told.append(page_text(page))


class Resender:
    """A recomposer with a fixed result."""

    def __init__(self, again: PublicMessage | None) -> None:
        self._again = again

    async def recompose(self, _: object) -> PublicMessage | None:
        return self._again


def standing(*, words: str = WORDS, private: bool = False) -> Any:
    message = RefusingDiscord().message(900, "**A card**\n<@1001>", ACCEPT, files=(5,), words=words)
    message.flags.ephemeral = private
    return message


def messages(again: PublicMessage | None = None) -> PressedMessages:
    resender: Any = Resender(again)
    return PressedMessages(resender, 0)


async def test_a_closed_card_keeps_its_picture() -> None:
    context: Any = Context(standing(), (1, 2))
    await messages().close(context, "Over.")
    await messages().close(context, "Over.", CARD)
    assert context.edits == [
        ("**A card**\n<@1001>\nOver.", [], ["5.png"]),
        ("**A card**\nThe terms.\n<@1001>\nOver.", [], ["5.png"]),
    ]


@pytest.mark.parametrize("known", [True, False])
async def test_a_refused_closing_edit_is_redrawn(*, known: bool) -> None:
    context: Any = Context(standing(), (2,))
    again = replace(CARD, body="Older terms.") if known else CARD
    await messages(again).close(context, "Over.", CARD if known else None)
    content, ids, files = context.edits[1]
    assert (content, ids, context.told) == ("**A card**\nThe terms.\n<@1001>\nOver.", [], [])
    assert files != ["5.png"]
    assert len(files) == 1
    assert context.pings == [[], []]


async def test_closing_without_an_editable_message_answers_privately() -> None:
    refused: Any = Context(standing(), ())
    await messages(CARD).close(refused, "Over.")
    unknown: Any = Context(standing(), ())
    await messages().close(unknown, "Over.")
    assert [(len(each.edits), each.told) for each in (refused, unknown)] == [(2, ["Over."]), (1, ["Over."])]
    private: Any = Context(standing(private=True))
    await messages().close(private, "Over.")
    nothing: Any = Context(None)
    await messages().close(nothing, "Over.")
    assert private.told == nothing.told == ["Over.\n"]
    assert private.edits == []


async def test_a_rewritten_card_is_redrawn_if_its_picture_differs() -> None:
    same: Any = Context(standing())
    await messages().rewrite(same, same.message, CARD, "Changed.")
    assert same.edits == [("**A card**\nThe terms.\n<@1001>", [ACCEPT], ["5.png"])]
    assert same.pings == [[1001]]
    other: Any = Context(standing(words="an older position"))
    await messages().rewrite(other, other.message, CARD, "Changed.")
    assert other.edits[0][2] != ["5.png"]
    assert (len(other.edits), other.told) == (1, [])


@pytest.mark.parametrize(
    ("words", "takes", "edits", "told"),
    [
        (WORDS, (2,), 2, []),
        (WORDS, (), 2, ["Changed."]),
        ("older", (2,), 2, []),
        ("older", (), 2, ["Changed."]),
    ],
)
async def test_a_refused_rewrite_is_retried_with_the_other_picture(
    words: str, takes: tuple[int, ...], edits: int, told: list[str]
) -> None:
    context: Any = Context(standing(words=words), takes)
    await messages().rewrite(context, context.message, replace(CARD, body="New."), "Changed.")
    assert (len(context.edits), context.told) == (edits, told)
    assert (context.edits[0][2] == ["5.png"]) is (words == WORDS)
    assert (context.edits[1][2] == ["5.png"]) is (words != WORDS)
