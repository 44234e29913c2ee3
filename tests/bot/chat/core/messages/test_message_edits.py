"""Edits of classic and Components V2 messages: kept text, files, mentions and buttons."""

from types import SimpleNamespace
from typing import Any

import discord

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import closing_edit, kept_files, rewritten, shows, without_picture
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.pictures import Picture
from tests.bot.chat import guilds

MARK = custom_ids.write("more", 3, 17)
REMARK, EPOCH = "It is over.", 467_000
FILE = {"id": 5, "filename": "board.png", "size": 1, "url": "https://cdn/5", "proxy_url": "https://cdn/5"}
PICTURES = {5: "https://cdn/5", 6: "https://cdn/a/6/board.png?ex=1", 7: "https://cdn", None: "https://else"}


def _message(*, layout: bool, pictures: bool = True) -> discord.Message:
    """Return a message that mentions two people, with pictures as an attachment and as components."""
    items = [
        {"description": "a board", "media": {"url": url, "proxy_url": proxy, "attachment_id": number}}
        for number, url in (*PICTURES.items(), (7, PICTURES[7]))
        if pictures
        for proxy in ["https://proxy/6" if number == 6 else ""]
    ]
    words = {"type": 10, "id": 2, "content": "Anna moves"}
    gallery = {"type": 12, "id": 1, "items": items}
    data: Any = {
        "id": 900,
        "channel_id": 70,
        "content": "" if layout else "Anna moves\nto a1",
        "flags": 1 << 15 if layout else 0,
        "author": {"id": 1, "username": "b", "discriminator": "0", "avatar": None},
        "attachments": [{**FILE, "description": "an attached board"}] if pictures else [],
        "components": [] if not layout else [gallery, words] if pictures else [words],
        "mentions": [
            {"id": person, "username": "p", "discriminator": "0", "avatar": None} for person in (1001, 1002)
        ],
        "embeds": [],
        "mention_roles": [],
        **dict.fromkeys(("tts", "mention_everyone", "pinned"), False),
        "edited_timestamp": None,
        "type": 0,
        "timestamp": "2026-11-20T12:00:00+00:00",
    }
    channel: Any = SimpleNamespace(id=70, guild=None, type=discord.ChannelType.text)
    return discord.Message(state=guilds.guild()._state, channel=channel, data=data)


def _new() -> PublicMessage:
    return PublicMessage("Ben moves", rows=((layouts.button("More", MARK),),))


def _called(mentions: discord.AllowedMentions) -> list[int]:
    assert isinstance(mentions.users, list)
    return [user.id for user in mentions.users]


def _pressed(view: Any) -> list[str]:
    return [str(item.custom_id) for item in view.walk_children() if isinstance(item, discord.ui.Button)]


def test_attachments_are_kept_once() -> None:
    assert [(file.id, file.filename) for file in kept_files(_message(layout=True))] == [
        (5, "board.png"),
        (6, "board.png"),
        (7, "unknown"),
    ]
    media = kept_files(_message(layout=True))[1]
    assert (media.url, media.proxy_url) == (PICTURES[6], "https://proxy/6")
    assert [file.id for file in kept_files(_message(layout=False))] == [5]


def test_closing_keeps_reworded_text_and_adds_the_remark() -> None:
    edit = closing_edit(_message(layout=False), REMARK, reworded=lambda words: words.replace("Anna", "A"))
    assert (edit.content, edit.view, _called(edit.mentions)) == (f"A moves\nto a1\n{REMARK}", None, [])
    assert [file.id for file in edit.files if isinstance(file, discord.Attachment)] == [5]
    view: Any = closing_edit(_message(layout=True), REMARK, reworded=str.upper).view
    assert "ANNA MOVES" in repr(view.to_components())
    told = closing_edit(_message(layout=False), REMARK, _new())
    assert told.content == _new().close(REMARK).content


def test_removing_the_picture_keeps_the_first_line() -> None:
    edit = without_picture(_message(layout=False))
    assert (edit.content, edit.view, edit.files, _called(edit.mentions)) == ("Anna moves", None, (), [])


def test_rewriting_keeps_mentions_until_the_event_is_over() -> None:
    for layout in (True, False):
        edit = rewritten(_message(layout=layout), _new(), EPOCH)
        assert _called(edit.mentions) == [1001, 1002]
        assert _pressed(edit.view) == [custom_ids.of_epoch(MARK, EPOCH)]
        assert edit.content == (None if layout else _new().content)
        assert _called(rewritten(_message(layout=layout), _new(), EPOCH, over=True).mentions) == []


def test_a_new_picture_replaces_files_and_description() -> None:
    picture = Picture(b"png", "another board")
    for layout in (True, False):
        (file,) = rewritten(_message(layout=layout), _new(), EPOCH, picture).files
        assert file.filename == "board.png"
    view: Any = rewritten(_message(layout=True), _new(), EPOCH, picture).view
    kept_view: Any = rewritten(_message(layout=True), _new(), EPOCH).view
    assert "another board" in repr(view.to_components())
    assert "'a board'" in repr(kept_view.to_components())


def test_rewriting_adds_no_picture_to_a_message_without_one() -> None:
    view: Any = rewritten(_message(layout=True, pictures=False), _new(), EPOCH).view
    assert "attachment://" not in repr(view.to_components())


def test_a_picture_is_recognised_by_its_description_anywhere() -> None:
    message = _message(layout=True)
    assert [shows(message, words) for words in ("an attached board", "a board", "another")] == [
        True,
        True,
        False,
    ]
