"""Dates of answers, direct messages that are closed, and the lengths of lists."""

from tests.playground.raw import Rest
from tests.pocket import ANNA, BEN, BOT, BRETTSPIELE, Pocket


async def test_answers_use_the_playground_clock(pocket: Pocket) -> None:
    first = (await Rest(pocket).ask("GET", f"/users/{ANNA}")).headers["Date"]
    pocket.clock.pass_by(86_400 * 3)
    assert (await Rest(pocket).ask("GET", f"/users/{ANNA}")).headers["Date"][:16] != first[:16]


async def test_dms_open_again_once_accepted(pocket: Pocket) -> None:
    rest = Rest(pocket)
    statuses = []
    for is_open in (False, True):
        await pocket.control.set_dm(BEN, is_open=is_open, code=50033, opening=True)
        statuses.append((await rest.ask("POST", "/users/@me/channels", {"recipient_id": BEN})).status)
    assert statuses == [400, 200]


async def test_dm_refusal_uses_the_configured_code(pocket: Pocket) -> None:
    rest = Rest(pocket)
    dm = (await rest.ask("POST", "/users/@me/channels", {"recipient_id": BEN})).body["id"]
    for code in (50007, 50278):
        await pocket.control.set_dm(BEN, is_open=False, code=code)
        assert (await rest.ask("POST", f"/channels/{dm}/messages", {"content": "x"})).code == code


async def test_history_has_fifty_messages_and_guild_count_adds_up(pocket: Pocket) -> None:
    rest = Rest(pocket)
    for number in range(51):
        await pocket.anna.say(BRETTSPIELE, f"<@{BOT}> {number}")
    got = (await rest.ask("GET", f"/channels/{BRETTSPIELE}/messages")).body
    assert [message["content"] for message in got] == [f"<@{BOT}> {number}" for number in range(50, 0, -1)]
    await pocket.control.change_application(servers_without_bot=7)
    assert (await rest.ask("GET", "/applications/@me")).body["approximate_guild_count"] == 9
