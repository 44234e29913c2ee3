"""Discord's validation of allowed_mentions, and the resulting pings."""

from typing import Any

import pytest

from playground.limits.forms import Form
from playground.limits.mentions import check_allowed_mentions, pinged_roles, pings, readable_text
from playground.values.errors import ApiError
from playground.values.places import Role

ANNA, BEN = "1", "2"


@pytest.mark.parametrize(
    "allowed",
    [
        None,
        {"parse": ["users"], "users": []},
        {"parse": ["users"], "roles": [ANNA]},
        {"parse": ["users", "roles", "everyone"]},
        {"users": [ANNA] * 100},
        {"roles": [int(ANNA)] * 100},
    ],
    ids=[
        "nothing",
        "empty list beside parse",
        "list of another kind",
        "all kinds",
        "100 people",
        "100 roles",
    ],
)
def test_consistent_allowed_mentions_are_accepted(allowed: object) -> None:
    form = Form()
    check_allowed_mentions(form, allowed)
    form.raise_errors()


@pytest.mark.parametrize(
    "allowed",
    [
        {"parse": ["users"], "users": [ANNA]},
        {"parse": ["roles"], "roles": [ANNA]},
        {"parse": ["friends"]},
        {"parse": [["users"]]},
        {"parse": [{}, None]},
        {"users": ["Anna"]},
        {"users": [ANNA] * 101},
        {"roles": [ANNA] * 101},
        [ANNA],
    ],
    ids=[
        "people beside parse",
        "roles beside parse",
        "kind",
        "list as a kind",
        "object as a kind",
        "no id",
        "101 people",
        "101 roles",
        "no object",
    ],
)
def test_contradictory_allowed_mentions_are_refused(allowed: object) -> None:
    form = Form()
    check_allowed_mentions(form, allowed)
    with pytest.raises(ApiError):
        form.raise_errors()


@pytest.mark.parametrize(
    ("allowed", "people"),
    [(None, (ANNA, BEN)), ({"parse": ["users"]}, (ANNA, BEN)), ({"users": [BEN]}, (BEN,)), ({}, ())],
)
def test_only_allowed_people_are_pinged(
    allowed: dict[str, list[str]] | None, people: tuple[str, ...]
) -> None:
    assert pings(f"<@{ANNA}> and <@!{BEN}> and <@3>", allowed, (ANNA, BEN)) == people


def test_people_are_pinged_once_in_text_order() -> None:
    order = [str(number) for number in (7, 3, 9, 1, 8, 2, 6)]
    text = " ".join(f"<@{person}>" for person in (*order, *sorted(order)))
    for allowed in (None, {"users": sorted(order)}):
        assert pings(text, allowed, sorted(order)) == tuple(order)


@pytest.mark.parametrize(("any_role", "roles"), [(False, ("7",)), (True, ("7", "8"))])
def test_role_ping_needs_mentionable_or_permission(any_role: bool, roles: tuple[str, ...]) -> None:
    given = (Role("7", "Players", 1, mentionable=True), Role("8", "Admins", 2))
    assert pinged_roles("<@&7> <@&8> <@&9>", None, given, any_role=any_role) == roles


@pytest.mark.parametrize(
    ("allowed", "roles"),
    [
        ({"parse": ["roles"]}, ("8", "7")),
        ({"parse": ["users"]}, ()),
        ({"parse": None, "roles": ["7"]}, ("7",)),
        ({"roles": [8, "9"]}, ("8",)),
        ({}, ()),
    ],
)
def test_only_allowed_roles_are_pinged(allowed: dict[str, Any], roles: tuple[str, ...]) -> None:
    given = (Role("7", "Players", 1), Role("8", "Admins", 2))
    assert pinged_roles("<@&8> <@&7> <@&8>", allowed, given, any_role=True) == roles


def test_only_text_displays_are_read_for_mentions() -> None:
    section = {
        "type": 9,
        "components": [{"type": 10, "content": "in a section"}],
        "accessory": {"type": 2, "label": "on a button", "content": "unknown"},
    }
    container = {"type": 17, "components": [{"type": 10, "content": "first"}, section]}
    text = readable_text("before", [container, {"type": 10, "content": "last"}, {"type": 4, "content": "x"}])
    assert text.split("\n") == ["before", "first", "in a section", "last"]
