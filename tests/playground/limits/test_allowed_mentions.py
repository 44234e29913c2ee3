"""Discord's validation of allowed_mentions, and the resulting pings."""

from typing import Any

import pytest

from playground.limits.forms import Form
from playground.limits.mentions import check_allowed_mentions, pinged_roles, pings
from playground.values.errors import ApiError
from playground.values.places import Role

ANNA, BEN = "1", "2"


def test_an_empty_list_may_stand_beside_parse() -> None:
    form = Form()
    check_allowed_mentions(form, {"parse": ["users"], "users": []})
    form.raise_errors()


@pytest.mark.parametrize(
    "allowed",
    [{"parse": ["users"], "users": [ANNA]}, {"parse": ["friends"]}, {"users": ["Anna"]}, [ANNA]],
    ids=["list beside parse", "unknown kind", "no id", "no object"],
)
def test_a_contradiction_is_refused(allowed: object) -> None:
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


@pytest.mark.parametrize(("any_role", "roles"), [(False, ("7",)), (True, ("7", "8"))])
def test_a_role_is_pinged_if_mentionable_or_by_permission(any_role: bool, roles: tuple[str, ...]) -> None:
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
