"""Guilds, channels, people and the app as values."""

from dataclasses import replace

import pytest

from playground.values.application import PERSON, SERVER, Application
from playground.values.errors import ClientError
from playground.values.messages import Message, MessageFlag
from playground.values.people import User
from playground.values.places import Channel, ChannelType, Guild, Role
from playground.values.settings import STRICT, lenient
from tests.pocket import ANNA, BEN, CLARA

GUILD = Guild(
    "1",
    "Game Night",
    "de",
    ANNA,
    "2",
    0.0,
    roles=(Role("31", "Players", 1), Role("32", "Guests", 2)),
    held=((ANNA, "31"), (BEN, "32"), (BEN, "31")),
)


def test_roles_of_people_and_members_of_roles_are_listed() -> None:
    assert GUILD.role("32") == Role("32", "Guests", 2)
    assert GUILD.role("33") is None
    assert (GUILD.roles_of(BEN), GUILD.roles_of(CLARA)) == (["32", "31"], [])
    assert GUILD.holders("31") == [ANNA, BEN]


def test_only_a_community_shows_its_language() -> None:
    community = replace(GUILD, community=True)
    assert (GUILD.preferred_locale, GUILD.features) == ("en-US", [])
    assert (community.preferred_locale, community.features) == ("de", ["COMMUNITY"])


def channel(kind: ChannelType, **more: object) -> Channel:
    return replace(Channel("9", kind, "c", 0.0), **more)  # type: ignore[arg-type]  # fields of a channel


@pytest.mark.parametrize(
    ("place", "viewers"),
    [
        (channel(ChannelType.TEXT), {ANNA, BEN, CLARA}),
        (channel(ChannelType.PUBLIC_THREAD, members=(ANNA,)), {ANNA, BEN, CLARA}),
        (channel(ChannelType.PRIVATE_THREAD, members=(ANNA,)), {ANNA}),
        (channel(ChannelType.DM, recipient_id=BEN), {BEN}),
        (channel(ChannelType.DM, recipient_id=BEN, moved=True), set()),
        (channel(ChannelType.DM, people=(ANNA, BEN)), {ANNA, BEN}),
        (channel(ChannelType.GROUP_DM, people=(ANNA, BEN, CLARA)), {ANNA, BEN, CLARA}),
    ],
)
def test_channel_is_visible_to_its_viewers(place: Channel, viewers: set[str]) -> None:
    assert {person for person in (ANNA, BEN, CLARA) if place.is_visible_to(person)} == viewers


def test_channel_types_are_grouped() -> None:
    kinds = {kind: channel(kind) for kind in ChannelType}
    assert {kind for kind, place in kinds.items() if place.is_thread} == {10, 11, 12}
    assert {kind for kind, place in kinds.items() if place.is_dm} == {1}
    assert channel(ChannelType.DM, people=(ANNA, BEN)).is_among_people
    assert not channel(ChannelType.DM, people=(ANNA, BEN)).is_dm


def test_only_its_recipient_sees_an_ephemeral_message() -> None:
    message = Message("1", "2", "3", 0, 0.0, flags=MessageFlag.EPHEMERAL, ephemeral_for=ANNA)
    assert [message.is_visible_to(person) for person in (ANNA, BEN)] == [True, False]
    assert replace(message, ephemeral_for=None).is_visible_to(BEN)
    both = replace(message, flags=MessageFlag.EPHEMERAL | MessageFlag.LOADING)
    flags = (MessageFlag.EPHEMERAL, MessageFlag.LOADING, MessageFlag.COMPONENTS_V2)
    assert [message.has(flag) for flag in flags] == [True, False, False]
    assert [both.has(flag) for flag in flags] == [True, True, False]


def test_bots_and_people_have_different_wire_forms() -> None:
    person = User(ANNA, "anna", "Anna", "de", "#fff")
    wire, bot = person.wire(), replace(person, bot=True).wire()
    assert (wire["global_name"], wire["discriminator"], wire["bot"]) == ("Anna", "0", False)
    assert (bot["global_name"], bot["discriminator"], bot["bot"]) == (None, "0000", True)
    assert person.card() == {
        "id": ANNA,
        "username": "anna",
        "global_name": "Anna",
        "locale": "de",
        "colour": "#fff",
        "bot": False,
    }


def test_a_new_app_is_public_and_has_all_installs() -> None:
    app = Application()
    assert (app.guild_installs, app.user_installs, app.public, app.add_app_brings_bot) == (True,) * 4
    assert (app.code_grant, app.activities) == (False, False)
    assert app.installs == {SERVER, PERSON}
    assert replace(app, user_installs=False).installs == {SERVER}
    assert replace(app, guild_installs=False).installs == {PERSON}


def test_config_lists_only_active_installs() -> None:
    assert Application().integration_types_config() == {"0": {}, "1": {}}
    assert replace(Application(), user_installs=False).integration_types_config() == {"0": {}}
    without_bot = replace(Application(), add_app_brings_bot=False).integration_types_config()
    assert without_bot["0"] == {
        "oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}
    }
    assert without_bot["1"] == {}


@pytest.mark.parametrize("changes", [{"fly": True}, {"public": 1}, {"flags": True}, {"client_secret": None}])
def test_app_switches_check_their_types(changes: dict[str, object]) -> None:
    assert Application().apply({"public": False, "flags": 5, "client_secret": "s"}) == replace(
        Application(), public=False, flags=5, client_secret="s"
    )
    with pytest.raises(ClientError, match=next(iter(changes))):
        Application().apply(changes)


def test_uncertain_behaviour_is_strict_by_default() -> None:
    assert set(STRICT.json_view().values()) == {True}
    assert set(lenient().json_view().values()) == {False}
    only = STRICT.apply({"only_allowed_join": False}).json_view()
    assert [name for name, strict in only.items() if not strict] == ["only_allowed_join"]
    for changes in ({"fly": True}, {"only_allowed_join": 0}):
        with pytest.raises(ClientError, match="no such switch"):
            STRICT.apply(changes)
