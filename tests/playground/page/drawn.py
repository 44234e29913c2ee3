"""Values from which browser tests draw parts of the page without a server."""

from typing import Any

Json = dict[str, Any]

ANNA: Json = {"id": "1", "username": "anna", "global_name": "Anna Lee", "colour": 0xF0D080}
BEN: Json = {"id": "2", "username": "ben", "global_name": None, "locale": "en-US", "colour": "#203040"}
BOT: Json = {"id": "9", "username": "fp", "global_name": "Fernpartie", "online": False, "colour": 0x123456}


def channel(number: int, name: str | None, kind: int = 0, **more: Any) -> Json:
    return {"id": str(number), "type": kind, "name": name} | more


def state(locale: str) -> Json:
    """Return Anna's initial state from the server in a locale."""
    channels = [
        channel(21, "lobby", last_message_id="109"),
        channel(22, "games", last_message_id="108"),
        channel(23, "A game", 11, parent_id="22", last_message_id="107"),
        channel(24, "An old game", 12, parent_id="22", archived=True),
    ]
    quiet = [
        channel(51, "read", last_message_id="5"),
        channel(52, "An old game", 11, parent_id="51", archived=True, last_message_id="9"),
    ]
    other = {"id": "50", "name": "Über uns alle", "locale": "de", "community": False, "channels": quiet}
    guild = {"id": "20", "name": "Game Night", "locale": "de", "community": True, "channels": channels}
    return {
        "me": ANNA | {"locale": locale},
        "users": [ANNA, BEN],
        "bot": BOT,
        "guilds": [guild | {"roles": {"31": "Players"}}, other],
        "dms": [channel(40, None, 1, last_message_id="106")],
        "commands": [{"name": "Show board", "type": 3}, {"name": "move", "type": 1}],
        "read": {"21": "109", "22": "100", "40": "90", "51": "5"},
    }


WRITTEN = "2026-03-01T09:05:00+00:00"
TIMES = "<t:1767225600> " + " ".join(f"<t:1767225600:{style}>" for style in "tTdDfFsS") + " <t:-86400:d>"
MARKDOWN = (
    "# Title\n## Second\n### Third\n-# small\n"
    "**bold** *slanted* ***both*** __lined__ ~~gone~~ `code` ||hidden||\n"
    f"<@1> <@2> <@7> <@&31> <@&32> <#21> <#23> <#99> </move:5> <:flag:77> {TIMES} @everyone\n"
    "[word](https://example.org/a) <https://example.org/b> ftp://example.org\n> quoted\n> twice\n"
    "- one\n  - inner\n- two\n3. third\n4. fourth\n```py\n<b>\n```\nafter"
)
PICTURE = "http://127.0.0.1:1/cdn/attachments/1/2/board.png?x=1"
FILE: Json = {
    "id": "51",
    "filename": "board.png",
    "url": PICTURE,
    "width": 40,
    "height": 30,
    "description": "A board",
}
NOTES: Json = {
    "id": "52",
    "filename": "notes.txt",
    "url": PICTURE.replace("board.png", "notes.txt"),
    "size": 2345,
}
HIDDEN: Json = {
    "id": "53",
    "filename": "SPOILER_x.gif",
    "url": PICTURE.replace("board.png", "x.gif"),
    "size": 12,
}


def message(number: int, author: Json, content: str = "", **more: Any) -> Json:
    usual = {
        "id": str(number),
        "channel_id": "21",
        "author": author,
        "content": content,
        "timestamp": WRITTEN,
    }
    return usual | more


def press(custom_id: str, style: int = 1, **more: Any) -> Json:
    return {"type": 2, "style": style, "label": custom_id.title(), "custom_id": custom_id} | more


def choice(custom_id: str, kind: int = 3, **more: Any) -> Json:
    return {"type": kind, "custom_id": custom_id} | more


def named(values: str) -> list[Json]:
    return [{"label": value, "value": value} for value in values]


OPTIONS = [
    {"label": "First", "value": "a", "default": True, "description": "The first"},
    {"label": "Second", "value": "b", "emoji": {"name": "🎲"}},
]
ROWS: list[Json] = [
    {
        "type": 1,
        "components": [
            press("go"),
            press("busy", 2),
            press("yes", 3, disabled=True),
            press("no", 4, emoji={"name": "🎲"}),
            press("die", 9, label=None, emoji={"name": "dice", "id": "77"}),
        ],
    },
    {
        "type": 1,
        "components": [
            press("link", 5, url="https://example.org"),
            press("bad", 5, url="javascript:1"),
            press("shut", 5, url="https://example.org", disabled=True),
        ],
    },
    *(
        {"type": 1, "components": [part]}
        for part in (
            choice("menu", options=OPTIONS, placeholder="Pick"),
            choice("picked", options=OPTIONS, max_values=2),
            choice("busy", 5),
            choice("who", 7, default_values=[{"id": "2"}, {"id": "31"}], max_values=3),
            choice("role", 6, disabled=True),
            choice("where", 8, default_values=[{"id": "22"}, {"id": "23"}], max_values=2),
            choice("thread", 8, channel_types=[11], default_values=[{"id": "22"}, {"id": "23"}]),
        )
    ),
]
MEDIA: Json = {"media": {"url": PICTURE, "attachment_id": "51"}}
LAYOUT = [
    {
        "type": 17,
        "accent_color": 0x0A0B0C,
        "components": [
            {
                "type": 9,
                "components": [{"type": 10, "content": "# Board"}, {"type": 10, "content": "text"}],
                "accessory": {"type": 11, "description": "Small", "spoiler": True} | MEDIA,
            },
            {"type": 14, "spacing": 2},
            {"type": 14, "divider": False},
            {"type": 12, "items": [MEDIA, MEDIA | {"description": "Own words", "spoiler": True}]},
            {"type": 13, "file": {"url": "attachment://notes.txt"}},
            {"type": 9, "components": [{"type": 10, "content": "more"}], "accessory": press("more", 2)},
        ],
    },
    {"type": 17, "spoiler": True, "components": [{"type": 10, "content": "covered"}]},
    {"type": 12, "items": [MEDIA, MEDIA, {"media": {"url": "attachment://board.png"}}]},
    {"type": 99},
]
EMBED: Json = {
    "color": 0xABC,
    "author": {"name": "Author"},
    "title": "Title",
    "url": "https://example.org",
    "description": "**Described**",
    "fields": [{"name": "One", "value": "1", "inline": True}, {"name": "Two", "value": "2"}],
    "image": {"url": PICTURE},
    "thumbnail": {"url": PICTURE},
    "footer": {"text": "Foot"},
}
COMMAND: Json = {"type": 2, "user": ANNA, "name": "move"}

MESSAGES = [
    message(100, BEN, MARKDOWN, mentions=[{"id": "1"}]),
    message(101, BEN, "Grouped", edited_timestamp=WRITTEN),
    message(102, BOT, "Used", interaction_metadata=COMMAND, thread={"id": "23"}),
    message(103, BOT, "Menu", interaction_metadata=COMMAND | {"name": "Show board"}),
    message(112, BOT, "Pressed", interaction_metadata=COMMAND | {"type": 3}),
    message(104, BOT, flags=128 | 64),
    message(105, BOT, "Private", flags=64, edited_timestamp=WRITTEN),
    message(106, ANNA, "A game", type=18, message_reference={"channel_id": "23"}, mentions=[ANNA]),
    message(107, ANNA, "New title", type=4),
    message(108, ANNA, type=1, mentions=[BEN]),
    message(109, BOT, "Rows", components=ROWS, attachments=[FILE, NOTES, HIDDEN]),
    message(110, BOT, "", components=LAYOUT, attachments=[FILE, NOTES], flags=1 << 15),
    message(24, BEN, "Began a thread"),
    message(111, BOT, "", embeds=[EMBED, {"description": "plain"}], mention_everyone=True),
]
"""Messages of every kind; the latest by others are unread in `games` and in the conversations."""

UNREAD = [
    message(106, BOT, "To you", channel_id="40"),
    message(107, BEN, "Hello <@1>", channel_id="23", mentions=[{"id": "1"}]),
    message(108, BEN, "Both", channel_id="22", mentions=[{"id": "1"}, {"id": "2"}]),
    message(95, BEN, "Old <@1>", channel_id="22", mentions=[{"id": "1"}]),
    *(message(200 + number, BOT, "More", channel_id="40") for number in range(99)),
    *(message(300 + number, BEN, "<@1>", channel_id="23", mentions=[{"id": "1"}]) for number in range(11)),
    message(320, ANNA, "Mine <@1>", channel_id="22", mentions=[{"id": "1"}]),
]

MODAL: Json = {
    "custom_id": "form",
    "title": "Your move",
    "components": [
        {"type": 10, "content": "**Words**"},
        {
            "type": 18,
            "label": "Move",
            "description": "such as e1-e4",
            "component": {
                "type": 4,
                "custom_id": "move",
                "min_length": 3,
                "max_length": 9,
                "placeholder": "e1-e4",
            },
        },
        {
            "type": 18,
            "label": "Remark",
            "component": {
                "type": 4,
                "custom_id": "remark",
                "style": 2,
                "required": False,
                "value": "As before",
            },
        },
        {"type": 18, "label": "Mood", "component": choice("mood", options=OPTIONS, required=False)},
        {"type": 18, "label": "Who", "component": choice("who", 5, default_values=[{"id": "2"}])},
        {
            "type": 18,
            "label": "One",
            "component": choice("one", 21, options=[{"label": "X", "value": "x"}, *OPTIONS]),
        },
        {
            "type": 18,
            "label": "Some",
            "description": "Two or three",
            "component": choice("some", 22, options=named("pqrs"), min_values=2, max_values=3),
        },
        {
            "type": 18,
            "label": "Maybe",
            "component": choice("maybe", 22, options=named("tuv"), required=False, min_values=2),
        },
        {"type": 18, "label": "Any", "component": choice("any", 22, options=named("wx"))},
        {"type": 18, "label": "Sure", "component": {"type": 23, "custom_id": "sure"}},
        {"type": 18, "label": "Usual", "component": {"type": 23, "custom_id": "usual", "default": True}},
        {"type": 1, "components": [{"type": 4, "custom_id": "old", "label": "Old", "required": False}]},
    ],
}
CHOSEN = "[role=option][aria-selected=true]"
FILLED = [
    ("[data-custom-id=move]", "e1-e4"),
    ("[data-custom-id=remark]", "Now"),
    ("[data-value=b]", True),
    ("[data-value=q]", True),
    ("form", None),
    ("[data-value=s]", True),
    ("[data-value=t]", True),
    ("[data-value=w]", True),
    ("[type=checkbox][data-value=x]", True),
    ("[data-custom-id=sure]", True),
    *((selector, True) for menu in ("mood", "who") for selector in (f"[data-custom-id={menu}]", CHOSEN)),
]
TALK = [
    message(101, BEN, "First", timestamp="2026-03-01T20:00:00+00:00"),
    message(102, BEN, "Soon after", timestamp="2026-03-01T20:06:59+00:00"),
    message(103, BEN, "Too late", timestamp="2026-03-01T20:13:59+00:00"),
    message(104, ANNA, "Mine", timestamp="2026-03-01T20:14:00+00:00"),
    message(105, BEN, "New", timestamp="2026-03-01T22:59:00+00:00"),
    message(106, BEN, "Next day", timestamp="2026-03-01T23:00:00+00:00"),
    message(107, BOT, "Private", flags=64, timestamp="2026-03-01T23:01:00+00:00"),
    message(108, BOT, "Public", timestamp="2026-03-01T23:02:00+00:00"),
    message(109, BOT, "Used", timestamp="2026-03-01T23:02:00+00:00", interaction_metadata=COMMAND),
]
"""Nine messages on two days in Berlin."""

EVENTS: list[tuple[str, Any]] = [
    ("MESSAGE_CREATE", message(110, BOT, "Alone", ephemeral_for="1")),
    ("MESSAGE_CREATE", message(111, BEN, "For Anna", mentions=[{"id": "1"}])),
    ("MESSAGE_CREATE", message(112, BEN, "For all", channel_id="23", mention_everyone=True)),
    ("MESSAGE_CREATE", message(2000, BOT, "In person", channel_id="40")),
    ("MESSAGE_CREATE", message(114, ANNA, "My own", mentions=["1"])),
    ("MESSAGE_UPDATE", {"id": "111", "channel_id": "21", "content": "Changed"}),
    ("MESSAGE_DELETE", {"id": "111", "channel_id": "21"}),
    ("READ", {"channel_id": "21", "message_id": "114"}),
    ("READ", {"channel_id": "21", "message_id": "99"}),
    ("CHANNEL_CREATE", channel(25, "New", 11, parent_id="22")),
    ("CHANNEL_UPDATE", channel(23, "Renamed", 11)),
    ("CHANNEL_DELETE", {"id": "22"}),
    ("USER_UPDATE", {"id": "2", "global_name": "Benny"}),
    ("USER_UPDATE", {"id": "2", "locale": "fr"}),
    ("USER_UPDATE", {"id": "1", "locale": "de"}),
    ("GUILD_UPDATE", {"id": "20", "name": "Nights", "locale": "en-GB", "channels": [channel(26, "new")]}),
    ("GUILD_UPDATE", {"id": "20", "name": "Days", "locale": "de", "community": True, "roles": {}}),
    ("COMMANDS_UPDATE", {"commands": [{"name": "board"}]}),
    ("COMMANDS_UPDATE", [{"name": "games"}]),
    ("BOT_STATUS", {"online": True}),
    ("BOT_STATUS", {"online": False}),
    ("TYPING_START", {"channel_id": "21"}),
]
"""Live events with and without an effect."""
