"""The page's requests for an Activity's frame, right and wrong ones."""

from typing import Any

import pytest
import yarl

from tests.pocket import ANNA, BEN, BOT, BRETTSPIELE, SPIELEABEND, Pocket, Refused

Json = dict[str, Any]


@pytest.fixture(autouse=True)
async def switched_on(pocket: Pocket) -> None:
    await pocket.control.change_application(activities=True)


async def ask(pocket: Pocket, what: str, **body: object) -> Json:
    return await pocket.line.ask("POST", f"/playground/activities{what}", body)


async def test_frame_url_contains_its_location(pocket: Pocket) -> None:
    direct = await pocket.anna.open_dm()
    proxy = pocket.playground.activity_proxy.url
    for channel, more in ((BRETTSPIELE, {"guild_id": SPIELEABEND}), (direct, {"custom_id": "x" * 200})):
        link = {"custom_id": "x" * 200} if channel == direct else {}
        frame = await ask(pocket, "", **{"as": ANNA, "channel_id": channel}, **link)
        address = yarl.URL(frame["src"])
        assert (str(address.origin()), frame["origin"], frame["client_id"]) == (proxy, proxy, BOT)
        location = f"gc-{SPIELEABEND}-{BRETTSPIELE}" if channel == BRETTSPIELE else f"pc-{direct}"
        launch = address.query["launch_id"]
        assert (
            dict(address.query)
            == {
                "instance_id": f"i-{launch}-{location}",
                "location_id": location,
                "launch_id": launch,
                "channel_id": channel,
                "frame_id": frame["frame_id"],
                "platform": "desktop",
            }
            | more
        )
        assert frame["instance_id"] == address.query["instance_id"]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"as": BOT}, "400: as: no such person"),
        ({"as": "7"}, "400: as: no such person"),
        ({"channel_id": "7"}, "404: no such channel"),
        ({"custom_id": "x" * 201}, "400: custom_id: no text, or too long"),
        ({"custom_id": 7}, "400: custom_id: no text, or too long"),
    ],
)
async def test_invalid_requests_get_no_frame(pocket: Pocket, wrong: Json, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        await ask(pocket, "", **{"as": ANNA, "channel_id": BRETTSPIELE} | wrong)
    with pytest.raises(Refused, match="404: no such channel"):
        await ask(pocket, "", **{"as": BEN, "channel_id": await pocket.anna.open_dm()})


@pytest.mark.parametrize(
    "wrong", [{"client_id": ANNA}, {"scope": []}, {"scope": "identify"}, {"scope": ["identify", "email"]}]
)
async def test_wrong_scopes_and_clients_get_no_code(pocket: Pocket, wrong: Json) -> None:
    right: Json = {"as": ANNA, "client_id": BOT, "scope": ["identify"], "consent": True}
    assert set(await ask(pocket, "/authorize", **right)) == {"code"}
    with pytest.raises(Refused, match="Invalid client or scope"):
        await ask(pocket, "/authorize", **right | wrong)


async def test_only_the_token_owner_is_authenticated(pocket: Pocket) -> None:
    await pocket.control.change_application(client_secret="shh")
    scopes = ["identify", "guilds"]
    asked = {"as": BEN, "client_id": BOT, "scope": scopes}
    assert await ask(pocket, "/authorize", **asked) == {"consent": True}
    code = (await ask(pocket, "/authorize", **asked, consent=True))["code"]
    form = {"grant_type": "authorization_code", "code": code, "client_id": BOT, "client_secret": "shh"}
    async with pocket.line.session.post(f"{pocket.playground.api_url}/oauth2/token", data=form) as response:
        token = (await response.json())["access_token"]
    answer = await ask(pocket, "/authenticate", **{"as": BEN, "access_token": token})
    assert (answer["access_token"], answer["user"]["id"], answer["scopes"]) == (token, BEN, scopes)
    assert answer["application"] == {"id": BOT, "name": "Fernpartie"}
    assert 0 <= float(answer["expires"]) - pocket.clock.now() - 604_790 < 10
    for wrong in ({"as": ANNA}, {"access_token": "made-up"}):
        with pytest.raises(Refused, match="Invalid token"):
            await ask(pocket, "/authenticate", **{"as": BEN, "access_token": token} | wrong)
