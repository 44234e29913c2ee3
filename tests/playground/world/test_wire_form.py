"""The world in Discord's wire format, approved as a whole, and its commands."""

import json
from dataclasses import replace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from playground.limits.parts import with_ids
from playground.values.errors import ApiError
from playground.values.events import CommandsChanged, WorldEvent
from playground.values.messages import Attachment, Message, MessageType
from playground.values.places import Channel, ChannelType, ForumTag, Role
from playground.values.snowflakes import Snowflakes
from playground.world.commands import CREATIONS_A_DAY, DAY, CommandBook, without_localizations
from playground.world.seed import populate, the_bot
from playground.world.wire import Wire
from playground.world.world import World
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, GAME_NIGHT

pytest_plugins = ("tests.bot.chat.approved",)

MOMENT = 1_800_000_000.0


class Hand:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.moment = MOMENT

    def now(self) -> float:
        return self.moment


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def world(clock: Hand) -> World:
    world = World(clock=clock, snowflakes=Snowflakes(clock), bot=the_bot())
    populate(world)
    world.add_role(world.guilds[GAME_NIGHT], Role("31", "Players", 0, ("MANAGE_THREADS",), mentionable=True))
    world.set_held(world.guilds[GAME_NIGHT], ANNA, "31", held=True)
    return world


BOARD = Attachment("51", "board_one.png", 1234, "image/png", 400, 300, "A board")
SECRET = Attachment("52", "notes.txt", 12, "text/plain", ephemeral=True)


def message(world: World, **more: Any) -> Message:
    fields: dict[str, Any] = {
        "id": "900",
        "channel_id": BOARD_GAMES,
        "author_id": world.bot.id,
        "type": 0,
        "timestamp": MOMENT,
        "content": f"Hello <@{ANNA}>",
    }
    return Message(**{**fields, **more})


def _objects(world: World) -> dict[str, Any]:
    wire, guild = Wire(world, "http://here"), world.guilds[GAME_NIGHT]
    hall = world.channels[BOARD_GAMES]
    thread = Channel(
        "901",
        ChannelType.PRIVATE_THREAD,
        "game",
        MOMENT,
        GAME_NIGHT,
        BOARD_GAMES,
        owner_id=BOT,
        archived=True,
        message_count=3,
        members=(BOT, ANNA),
    )
    forum = Channel(
        "902",
        ChannelType.FORUM,
        "posts",
        MOMENT,
        GAME_NIGHT,
        tags=(ForumTag("61", "ConHex", True),),
        requires_tag=True,
    )
    world.open_channel(forum)
    post = replace(
        thread, id="903", type=ChannelType.PUBLIC_THREAD, parent_id="902", pinned=True, applied_tags=("61",)
    )
    group = Channel("904", ChannelType.GROUP_DM, "", MOMENT, people=(ANNA, BEN), owner_id=ANNA)
    denied = replace(
        hall, denied=("ATTACH_FILES",), denied_people=("SEND_MESSAGES",), allowed=("MANAGE_THREADS",)
    )
    layout = with_ids(
        [
            {"type": 12, "items": [{"media": {"url": "attachment://board one.png"}}]},
            {"type": 13, "file": {"url": "attachment://notes.txt"}},
            {
                "type": 9,
                "components": [{"type": 10, "content": "x"}],
                "accessory": {"type": 11, "media": {"url": "https://x/y"}},
            },
        ]
    )
    metadata = {"id": "5", "type": 2, "user_id": BEN, "authorizing_integration_owners": {"0": GAME_NIGHT}}
    told = message(
        world,
        attachments=(BOARD, replace(SECRET, id="53", ephemeral=False)),
        embeds=({"image": {"url": "attachment://board_one.png"}},),
        mentions=(ANNA, "5"),
        edited=MOMENT + 1,
        nonce="n",
    )
    return {
        "member": wire.member(world.users[ANNA], guild),
        "own member": wire.member(world.bot, guild, with_user=False),
        "channel": wire.channel(denied),
        "channel without files": wire.channel(replace(hall, denied=("ATTACH_FILES",))),
        "channel with more": wire.channel(replace(hall, allowed=("MANAGE_THREADS",))),
        "open channel": wire.channel(hall),
        "voice": wire.channel(replace(hall, type=ChannelType.VOICE)),
        "forum": wire.channel(forum),
        "private thread": wire.channel(thread),
        "post": wire.channel(post),
        "direct": wire.channel(
            Channel("905", ChannelType.DM, "", MOMENT, recipient_id=BEN, last_message_id="7")
        ),
        "group": wire.channel(group),
        "roles": wire.roles(guild),
        "message": wire.message(told),
        "layout": wire.message(message(world, attachments=(BOARD, SECRET), components=layout)),
        "answer": wire.message(
            message(world, type=MessageType.CHAT_INPUT_COMMAND, metadata=metadata, command="move")
        ),
        "given file": wire.command_file(SECRET),
    }


def test_wire_objects_match_snapshot(world: World, approved: SnapshotAssertion) -> None:
    shapes = _objects(world)
    for name, shape in shapes.items():
        text = json.dumps(shape, indent=1, sort_keys=True, ensure_ascii=False)
        unsigned = "\n".join(line.partition("?ex=")[0] for line in text.splitlines())
        assert f"{unsigned}\n" == approved(name=name.replace(" ", "-"))


def test_bot_reads_only_content_addressed_to_it(world: World) -> None:
    wire = Wire(world, "http://here")

    def read(**more: Any) -> str:
        return str(wire.message_for_bot(message(world, author_id=ANNA, **more))["content"])

    direct = world.open_dm(ANNA)
    assert read() == ""
    assert read(mentions=(world.bot.id,)) != ""
    assert read(channel_id=direct.id) != ""
    assert wire.message_for_bot(message(world))["content"] != ""


def test_created_guild_lists_active_threads(world: World) -> None:
    parent = world.channels[BOARD_GAMES]
    for number, archived in (("81", False), ("82", True)):
        world.open_channel(
            replace(
                parent, id=number, type=ChannelType.PUBLIC_THREAD, parent_id=BOARD_GAMES, archived=archived
            )
        )
    shape = Wire(world, "http://here").guild_create(world.guilds[GAME_NIGHT])
    assert [thread["id"] for thread in shape["threads"]] == ["81"]
    assert {channel["guild_id"] for channel in shape["channels"]} == {GAME_NIGHT}
    assert [member["user"]["id"] for member in shape["members"]] == [world.bot.id]
    assert (shape["owner_id"], shape["unavailable"]) == (world.guilds[GAME_NIGHT].owner_id, False)


def command(name: str, text: str = "x", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": text, **more}


def code_of(refused: "pytest.ExceptionInfo[ApiError]") -> int:
    return refused.value.refusal.code


def test_commands_keep_their_ids(world: World) -> None:
    book = CommandBook(world)
    changes = list[WorldEvent]()
    world.listen(changes.append)
    first = book.replace_all(None, [command("move"), command("board")])
    again = book.replace_all(None, [command("move"), command("board", "other"), command("games")])
    assert again[0] == first[0]
    assert again[1]["id"] == first[1]["id"]
    assert again[1]["version"] != first[1]["version"]
    assert [each["name"] for each in book.in_scope(None)] == ["move", "board", "games"]
    own, is_new = book.upsert(GAME_NIGHT, command("move"))
    assert (own["guild_id"], is_new, book.upsert(GAME_NIGHT, command("move", "y"))[1]) == (
        GAME_NIGHT,
        True,
        False,
    )
    assert book.change(None, first[0]["id"], {"description": "changed"})["description"] == "changed"
    book.remove(None, first[0]["id"])
    assert changes == [CommandsChanged()] * 6
    with pytest.raises(ApiError) as refused:
        book.get(None, first[0]["id"])
    assert code_of(refused) == 10063
    with pytest.raises(ApiError):
        book.get(None, own["id"])
    localised = command(
        "move", description_localizations={"de": "y"}, options=[command("a", name_localizations={})]
    )
    assert without_localizations(localised) == command("move", options=[command("a")])


def test_entry_point_cannot_be_omitted(world: World) -> None:
    book = CommandBook(world)
    changes = list[WorldEvent]()
    world.listen(changes.append)
    book.add_entry_point()
    book.add_entry_point()
    assert changes == [CommandsChanged()]
    (entry,) = book.everything()
    with pytest.raises(ApiError) as refused:
        book.replace_all(None, [command("move")])
    assert code_of(refused) == 50240
    assert book.replace_all(None, [command("move"), entry])[1]["id"] == entry["id"]


def test_two_hundred_commands_can_be_created_a_day(world: World, clock: Hand) -> None:
    book = CommandBook(world)
    for prefix in "ab":
        book.replace_all(None, [command(f"{prefix}{number}") for number in range(CREATIONS_A_DAY // 2)])
    book.replace_all(None, [command("b1")])
    with pytest.raises(ApiError) as refused:
        book.upsert(None, command("one-more"))
    assert code_of(refused) == 30034
    assert book.upsert(None, command("b1", "changed"))[1] is False
    assert book.upsert(GAME_NIGHT, command("one-more"))[1] is True
    clock.moment += DAY
    assert book.upsert(None, command("one-more"))[1] is True


def test_unsupported_installs_are_refused(world: World) -> None:
    world.application = replace(world.application, user_installs=False)
    with pytest.raises(ApiError):
        CommandBook(world).upsert(None, command("move", integration_types=[1]))
    assert CommandBook(world).upsert(None, command("move"))[0]["integration_types"] == [0]
