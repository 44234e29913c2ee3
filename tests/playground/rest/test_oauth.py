"""Codes, tokens and claims of Activities at the REST interface, without a server."""

import base64
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from playground.rest.call import Call, Endpoint
from playground.rest.oauth import OAuthRest
from playground.values.clock import iso
from playground.values.errors import ApiError
from playground.world.activities import TOKEN_SECONDS, Activities
from playground.world.world import World
from tests.playground.world.worlds import Hand, seeded
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, CLARA, GAME_NIGHT

Json = dict[str, Any]
FORM = {"client_id": BOT, "client_secret": "s", "grant_type": "authorization_code"}


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def world(clock: Hand) -> World:
    world = seeded(clock)
    world.application = replace(world.application, activities=True, client_secret="s")
    return world


@pytest.fixture
def activities(world: World) -> Activities:
    return Activities(world)


@pytest.fixture
def rest(world: World, activities: Activities) -> OAuthRest:
    return OAuthRest(world, activities)


def ask(
    rest: OAuthRest, path: str, body: object = None, authorization: str = "", **params: str
) -> tuple[int, Any]:
    """Return the status and body of an endpoint's answer."""
    endpoint: Endpoint = next(item for item in rest.endpoints() if item.path.startswith(path))
    try:
        reply = endpoint.handler(Call(params, {}, body, authorization=authorization))
    except ApiError as refused:
        return refused.refusal.status, refused.body()
    return reply.status, reply.body


def basic(credentials: str | bytes) -> str:
    data = credentials if isinstance(credentials, bytes) else credentials.encode()
    return f"Basic {base64.b64encode(data).decode()}"


def without(form: Mapping[str, str], *names: str) -> Json:
    return {name: value for name, value in form.items() if name not in names}


@pytest.mark.parametrize(
    ("secret", "body", "authorization", "outcome"),
    [
        ("s", FORM, "", "scope"),
        ("s", without(FORM, "client_id", "client_secret"), basic(f"{BOT}:s"), "scope"),
        ("s", FORM, basic(f"{BOT}:other"), "invalid_client"),
        ("s", FORM, basic(b"\xff\xfe"), "invalid_client"),
        ("s", FORM, "Basic ?", "invalid_client"),
        ("s", FORM, "Bearer x", "scope"),
        ("s", FORM | {"client_id": ANNA}, "", "invalid_client"),
        ("s", FORM | {"client_secret": "S"}, "", "invalid_client"),
        ("s", without(FORM, "client_secret"), "", "invalid_client"),
        ("", FORM | {"client_secret": ""}, "", "invalid_client"),
        ("", without(FORM, "client_secret"), "", "invalid_client"),
        ("s", FORM | {"grant_type": "refresh_token"}, "", "unsupported_grant_type"),
        ("s", FORM | {"grant_type": "client_credentials"}, "", "unsupported_grant_type"),
        ("s", without(FORM, "grant_type"), "", "unsupported_grant_type"),
        ("s", FORM | {"code": "wrong"}, "", "invalid_grant"),
        ("s", None, "", "invalid_client"),
    ],
)
def test_code_is_exchanged_only_by_its_app(
    world: World,
    activities: Activities,
    rest: OAuthRest,
    secret: str,
    body: Json | None,
    authorization: str,
    outcome: str,
) -> None:
    world.application = replace(world.application, client_secret=secret)
    code = activities.authorize(BEN, ("identify", "guilds"))
    status, answer = ask(rest, "/oauth2/token", body and {"code": code} | body, authorization)
    assert status == (200 if outcome == "scope" else 401 if outcome == "invalid_client" else 400)
    if outcome != "scope":
        assert answer["error"] == outcome
        assert activities.exchange(code) is not None
        return
    assert (answer["token_type"], answer["expires_in"], answer["scope"]) == (
        "Bearer",
        604_800,
        "identify guilds",
    )
    assert ask(rest, "/oauth2/token", body and {"code": code} | body, authorization)[0] == 400


def test_oauth_answers_reflect_the_bearer_token(
    world: World, clock: Hand, activities: Activities, rest: OAuthRest
) -> None:
    def token_for(person: str, *scopes: str) -> str:
        grant = activities.exchange(activities.authorize(person, scopes))
        assert grant is not None
        return str(grant["access_token"])

    tokens = [token_for(BEN, "identify", "guilds"), token_for(CLARA, "guilds")]
    expires = iso(clock.moment + TOKEN_SECONDS)
    shapes = [ask(rest, "/oauth2/@me", None, f"Bearer {token}") for token in tokens]
    app = {"id": BOT, "name": "Fernpartie"}
    assert shapes == [
        (
            200,
            {
                "application": app,
                "scopes": ["identify", "guilds"],
                "expires": expires,
                "user": world.users[BEN].wire(),
            },
        ),
        (200, {"application": app, "scopes": ["guilds"], "expires": expires}),
    ]
    for header in ("", tokens[0], f"Bot {tokens[0]}", "Bearer x"):
        assert ask(rest, "/oauth2/@me", None, header)[0] == 401
    clock.moment += TOKEN_SECONDS
    assert ask(rest, "/oauth2/@me", None, f"Bearer {tokens[0]}")[0] == 401


def test_only_its_app_can_see_an_instance(world: World, activities: Activities, rest: OAuthRest) -> None:
    instance = activities.launch(ANNA, world.channels[BOARD_GAMES])
    activities.launch(CLARA, world.channels[BOARD_GAMES])
    path = "/applications/"
    status, shape = ask(rest, path, application=BOT, instance=instance.id)
    assert (status, shape["users"], shape["location"]["guild_id"]) == (200, [ANNA, CLARA], GAME_NIGHT)
    assert ask(rest, path, application=ANNA, instance=instance.id)[0] == 404
    assert ask(rest, path, application=BOT, instance="i-5")[0] == 404
