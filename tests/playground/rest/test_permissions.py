"""Permissions that the bot lacks, and channels that grant them."""

import pytest

from playground.values.permissions import Permission, people_may
from playground.values.places import Channel, ChannelType, Guild
from tests.playground.little_bot import LittleBot
from tests.playground.raw import Rest
from tests.pocket import BEN, BOT, BRETTSPIELE, GAME_NIGHT, SPIELEABEND, Pocket, Refused

HERE = f"/channels/{BRETTSPIELE}/messages"


@pytest.fixture
def rest(pocket: Pocket) -> Rest:
    return Rest(pocket)


def test_only_the_owner_may_manage_a_guild() -> None:
    guild = Guild("1", "Home", "de", owner_id="7", bot_role_id="2", created=0.0)
    manages = Permission.MANAGE_GUILD | Permission.MANAGE_ROLES
    channel = Channel("3", ChannelType.TEXT, "c", 0.0, guild_id="1")
    assert people_may("7", guild, channel, None) == people_may("8", guild, channel, None) | manages
    assert not people_may("8", guild, channel, None) & Permission.MANAGE_GUILD


async def post(rest: Rest) -> str:
    return str((await rest.ask("POST", HERE, {"content": "x"})).body["id"])


@pytest.mark.parametrize(
    ("denied", "method", "path", "code"),
    [
        ("VIEW_CHANNEL", "GET", f"/channels/{BRETTSPIELE}", 50001),
        ("VIEW_CHANNEL", "POST", HERE, 50001),
        ("SEND_MESSAGES", "POST", HERE, 50013),
        ("CREATE_PUBLIC_THREADS", "POST", HERE + "/{message}/threads", 50013),
        ("READ_MESSAGE_HISTORY", "GET", HERE + "/{message}", 50013),
        (None, "PUT", HERE + "/pins/{message}", 50013),
        (None, "DELETE", f"/channels/{BRETTSPIELE}", 50013),
        (None, "PATCH", f"/channels/{BRETTSPIELE}", 50013),
    ],
)
async def test_missing_permission_is_refused(
    pocket: Pocket, rest: Rest, denied: str | None, method: str, path: str, code: int
) -> None:
    message = await post(rest)
    await pocket.control.deny(BRETTSPIELE, *([denied] if denied else []))
    answer = await rest.ask(method, path.format(message=message), {"content": "x", "name": "x"})
    assert (answer.status, answer.code) == (403, code)


async def test_files_need_attach_files(pocket: Pocket, rest: Rest) -> None:
    message = await post(rest)
    await pocket.control.deny(BRETTSPIELE, "ATTACH_FILES")
    assert (await rest.ask("POST", HERE, {}, {"a.txt": b"x"})).code == 50013
    body = {"attachments": [{"id": 0, "filename": "a.txt"}]}
    assert (await rest.ask("PATCH", f"{HERE}/{message}", body, {"a.txt": b"x"})).code == 50013
    assert (await rest.ask("POST", HERE, {"content": "x"})).status == 200


async def test_files_need_send_messages_except_in_threads(pocket: Pocket, rest: Rest) -> None:
    message = await post(rest)
    thread = (await rest.ask("POST", f"{HERE}/{message}/threads", {"name": "t"})).body["id"]
    await pocket.control.deny(BRETTSPIELE, "SEND_MESSAGES")
    body = {"attachments": [{"id": 0, "filename": "a.txt"}]}
    assert (await rest.ask("PATCH", f"{HERE}/{message}", body, {"a.txt": b"x"})).code == 50013
    assert (await rest.ask("POST", f"/channels/{thread}/messages", body, {"a.txt": b"x"})).status == 200


async def test_pins_need_pin_messages(pocket: Pocket, rest: Rest) -> None:
    message = await post(rest)
    assert (await rest.ask("PUT", f"{HERE}/pins/{message}")).code == 50013
    await pocket.control.deny(BRETTSPIELE, allow=("PIN_MESSAGES",))
    assert (await rest.ask("PUT", f"{HERE}/pins/{message}")).status == 204


async def test_missing_history_permission_hides_history_and_bars_replies(pocket: Pocket, rest: Rest) -> None:
    message = await post(rest)
    await pocket.control.deny(BRETTSPIELE, "READ_MESSAGE_HISTORY")
    history = await rest.ask("GET", HERE)
    assert (history.status, history.body) == (200, [])
    reply = {"content": "x", "message_reference": {"message_id": message}}
    assert (await rest.ask("POST", HERE, reply)).code == 160002
    assert (await rest.ask("PATCH", f"{HERE}/{message}", {"content": "y"})).status == 200


@pytest.mark.parametrize("kind", ["voice", "stage"])
async def test_voice_channels_need_connect_to_be_read(pocket: Pocket, rest: Rest, kind: str) -> None:
    channel = await pocket.control.add_channel(SPIELEABEND, "hall", kind)
    assert (await rest.ask("GET", f"/channels/{channel}/messages")).status == 200
    await pocket.control.deny(channel, "CONNECT")
    assert (await rest.ask("GET", f"/channels/{channel}/messages")).code == 50001


async def test_content_not_addressed_to_the_bot_is_hidden(pocket: Pocket, rest: Rest) -> None:
    await pocket.anna.say(BRETTSPIELE, "among ourselves")
    await pocket.anna.say(BRETTSPIELE, f"<@{BOT}>, look")
    await post(rest)
    dm = await pocket.anna.open_dm()
    await pocket.anna.say(dm, "for you")
    assert [m["content"] for m in (await rest.ask("GET", HERE)).body] == ["x", f"<@{BOT}>, look", ""]
    assert [m["content"] for m in (await rest.ask("GET", f"/channels/{dm}/messages")).body] == ["for you"]


async def test_threads_need_send_messages_in_threads(pocket: Pocket, rest: Rest) -> None:
    message = await post(rest)
    thread = (await rest.ask("POST", f"{HERE}/{message}/threads", {"name": "t"})).body["id"]
    await pocket.control.deny(BRETTSPIELE, "SEND_MESSAGES")
    assert (await rest.ask("POST", f"/channels/{thread}/messages", {"content": "x"})).status == 200
    await pocket.control.deny(BRETTSPIELE, "SEND_MESSAGES_IN_THREADS")
    assert (await rest.ask("POST", f"/channels/{thread}/messages", {"content": "x"})).code == 50013


async def test_interactions_need_no_permissions_but_state_them(pocket: Pocket, bot: LittleBot) -> None:
    answers: list[tuple[bool, bool]] = []

    @bot.listen()
    async def on_interaction(interaction: object) -> None:
        allowed = interaction.app_permissions  # type: ignore[attr-defined]  # discord's Interaction
        answers.append((allowed.view_channel, allowed.send_messages))

    for names in ((), ("SEND_MESSAGES",), ("VIEW_CHANNEL",)):
        await pocket.control.deny(BRETTSPIELE, *names)
        assert (await pocket.anna.command(BRETTSPIELE, "hello"))["status"] == "answered"
    assert answers == [(True, True), (True, False), (False, False)]


async def test_closed_dms_refuse_messages(pocket: Pocket, rest: Rest) -> None:
    await pocket.control.set_dm(BEN, is_open=False)
    dm = (await rest.ask("POST", "/users/@me/channels", {"recipient_id": BEN})).body["id"]
    refused = await rest.ask("POST", f"/channels/{dm}/messages", {"content": "x"})
    assert (refused.status, refused.code) == (403, 50007)
    await pocket.control.set_dm(BEN, is_open=True)
    assert (await rest.ask("POST", f"/channels/{dm}/messages", {"content": "x"})).status == 200
    nobody = await rest.ask("POST", "/users/@me/channels", {"recipient_id": "5"})
    assert (nobody.status, nobody.code) == (400, 50033)


@pytest.mark.parametrize("code", [50007, 50033])
async def test_closed_dm_can_refuse_to_open(pocket: Pocket, rest: Rest, code: int) -> None:
    await pocket.control.set_dm(BEN, is_open=False, code=code, opening=True)
    refused = await rest.ask("POST", "/users/@me/channels", {"recipient_id": BEN})
    assert (refused.status, refused.code) == (400, code)


async def test_dm_needs_a_shared_server(pocket: Pocket, rest: Rest) -> None:
    dm = (await rest.ask("POST", "/users/@me/channels", {"recipient_id": BEN})).body["id"]
    await pocket.control.remove_bot(SPIELEABEND)
    assert (await rest.ask("POST", f"/channels/{dm}/messages", {"content": "x"})).status == 200
    await pocket.control.remove_bot(GAME_NIGHT)
    refused = await rest.ask("POST", f"/channels/{dm}/messages", {"content": "x"})
    assert (refused.status, refused.code) == (403, 50278)


async def test_inactive_threads_are_archived(pocket: Pocket, rest: Rest) -> None:
    message = await post(rest)
    body = {"name": "t", "auto_archive_duration": 60}
    thread = (await rest.ask("POST", f"{HERE}/{message}/threads", body)).body["id"]

    async def is_archived() -> bool:
        pocket.playground.world.sweep_archives()
        channel_data = (await rest.ask("GET", f"/channels/{thread}")).body
        return bool(channel_data["thread_metadata"]["archived"])

    pocket.clock.pass_by(3000)
    assert not await is_archived()
    await pocket.anna.say(thread, "still here")
    pocket.clock.pass_by(3000)
    assert not await is_archived()
    pocket.clock.pass_by(700)
    assert await is_archived()
    wrong = {"name": "t", "auto_archive_duration": 61}
    assert (await rest.ask("POST", f"/channels/{BRETTSPIELE}/threads", wrong)).code == 50035


async def test_bot_manages_its_own_thread(rest: Rest) -> None:
    message = await post(rest)
    thread = (await rest.ask("POST", f"{HERE}/{message}/threads", {"name": "t"})).body["id"]
    renamed = await rest.ask("PATCH", f"/channels/{thread}", {"name": "game over", "archived": True})
    assert (renamed.body["name"], renamed.body["thread_metadata"]["archived"]) == ("game over", True)
    assert (await rest.ask("PATCH", f"/channels/{thread}", {"locked": True})).code == 50013
    listed = (await rest.ask("GET", f"/channels/{BRETTSPIELE}/threads/archived/public")).body
    assert [item["id"] for item in listed["threads"]] == [thread]
    await rest.ask("PATCH", f"/channels/{thread}", {"archived": False})
    active = (await rest.ask("GET", "/guilds/1100000000000000201/threads/active")).body
    assert [item["id"] for item in active["threads"]] == [thread]
    assert (await rest.ask("PUT", f"/channels/{thread}/thread-members/{BEN}")).status == 204
    members = (await rest.ask("GET", f"/channels/{thread}/thread-members")).body
    assert [member["user_id"] for member in members] == ["1100000000000000100", BEN]


async def test_threads_can_be_opened_without_a_message(pocket: Pocket, rest: Rest) -> None:
    public = (await rest.ask("POST", f"/channels/{BRETTSPIELE}/threads", {"name": "p", "type": 11})).body
    announced = await pocket.anna.messages(BRETTSPIELE)
    assert [(m["type"], m["content"]) for m in announced] == [(18, "p")]
    private = (await rest.ask("POST", f"/channels/{BRETTSPIELE}/threads", {"name": "q"})).body
    assert (public["type"], private["type"]) == (11, 12)
    with pytest.raises(Refused):
        await pocket.anna.messages(private["id"])
    await rest.ask("PUT", f"/channels/{private['id']}/thread-members/{pocket.anna.id}")
    (added,) = await pocket.anna.messages(private["id"])
    assert (added["type"], [user["id"] for user in added["mentions"]]) == (1, [pocket.anna.id])
