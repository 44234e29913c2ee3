"""Chosen values and form fields of interactions."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.core.custom_ids import MalformedId
from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.sessions import Sessions
from bot.model.people.person import Person

PEOPLE: Mapping[str, Any] = {
    "users": {
        "11": {"username": "anna", "global_name": "Anna", "bot": False},
        "12": {"username": "ben", "global_name": "Ben"},
        "13": {"username": "cara", "global_name": None},
    },
    "members": {"11": {"nick": "Annie"}, "12": {"nick": None}},
    "roles": {"31": {"name": "Players"}},
}


def answers_to(**data: Any) -> Answers:
    interaction: Any = SimpleNamespace(data=data)
    return Answers(interaction)


def test_chosen_values_keep_their_order() -> None:
    assert answers_to(values=["b", "a"]).choices() == ("b", "a")
    assert answers_to(values=["b", "a"]).choice == "b"
    assert answers_to(values=[]).choices(0) == ()


@pytest.mark.parametrize(("data", "least"), [({"values": []}, 1), ({}, 0), ({"values": ["a"]}, 2)])
def test_too_few_values_are_refused(data: Mapping[str, Any], least: int) -> None:
    with pytest.raises(MalformedId):
        answers_to(**data).choices(least)


def test_chosen_people_have_their_server_names() -> None:
    answers = answers_to(values=["13", "11"], resolved=PEOPLE)
    assert answers.chosen_people(["11", "12", "13", "14"]) == (
        Person(11, "Annie", ""),
        Person(12, "Ben", ""),
        Person(13, "cara", ""),
        Person(14, "", ""),
    )


def test_mentioned_people_and_roles_are_separated() -> None:
    people, roles = answers_to(values=["31", "12", "11"], resolved=PEOPLE).mentions()
    assert [person.id for person in people] == [12, 11]
    assert roles == (31,)


def test_a_chosen_bot_is_recognised() -> None:
    assert not answers_to(resolved=PEOPLE).names_a_bot
    assert answers_to(resolved={"users": {**PEOPLE["users"], "14": {"bot": True}}}).names_a_bot
    assert not answers_to().names_a_bot


def test_form_fields_are_read_by_custom_id() -> None:
    answers = answers_to(
        components=[
            {"component": {"custom_id": "text", "value": "some words"}},
            {"component": {"custom_id": "empty", "value": None}},
            {"component": {"custom_id": "menu", "values": ["2", "1"]}},
            {"content": "a heading"},
        ]
    )
    assert answers.form_texts == {"text": "some words", "empty": "", "menu": ""}
    assert answers.form_choices == {"text": (), "empty": (), "menu": ("2", "1")}


def test_a_server_has_one_session_found_by_its_type() -> None:
    sessions = Sessions()
    sessions.begin(7, "first")
    sessions.begin(8, "other")
    sessions.begin(7, "second")
    assert (sessions.find(7, str), sessions.find(7, int), sessions.find(9, str)) == ("second", None, None)
    assert 7 in sessions
    sessions.end(7)
    sessions.end(7)
    assert 7 not in sessions
    assert sessions.find(8, str) == "other"
