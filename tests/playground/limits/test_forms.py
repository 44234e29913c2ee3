"""The faults of a body, with paths and sentences as Discord sends them."""

import json

import pytest
from syrupy.assertion import SnapshotAssertion

from playground.limits.forms import Form, body_object
from playground.values.errors import ApiError


def test_errors_are_reported_by_path(snapshot: SnapshotAssertion) -> None:
    form = Form()
    form.text(("absent",), None, 1, 5)
    form.text(("number",), 5, 1, 5)
    form.text(("blank",), " ", 1, 5)
    form.text(("short",), "ab", 3, 5)
    form.text(("long",), "abcdef", 0, 5)
    form.integer(("whole", "absent"), None, 0, 5, required=True)
    form.integer(("whole", "true"), True, 0, 5)
    form.integer(("whole", "high"), 6, 0, 5)
    form.integer(("whole", "low"), -1, 0, 5)
    form.flag(("flag",), "yes")
    form.items(("items", "object"), {}, 0, 5)
    form.items(("items", "few"), [], 1, 5)
    form.items(("items", "many"), [1] * 6, 1, 5)
    objects = form.objects(("objects",), [5, {"a": 1}, None, {"b": 2}], 0, 5)
    form.snowflake(("id",), True)
    form.choice(("choice", "true"), True, frozenset({16, 1, 8}))
    form.choice(("choice", "other"), 2, frozenset({16, 1, 8}))
    form.add_error(("choice",), "SECOND", "An error above others")
    form.add_error(("choice",), "THIRD", "Another one")
    assert objects == [(("objects", 1), {"a": 1}), (("objects", 3), {"b": 2})]
    with pytest.raises(ApiError) as refused:
        form.raise_errors()
    assert json.dumps(refused.value.body(), indent=1) == snapshot


def test_limits_are_inclusive() -> None:
    form = Form()
    texts = [form.text((), text, 3, 5) for text in ("abc", "abcde")]
    texts += [form.text((), text, 0, 5) for text in ("", " ", "abcde")]
    assert texts == ["abc", "abcde", "", " ", "abcde"]
    assert [form.integer((), number, 0, 5) for number in (0, 5, None)] == [0, 5, None]
    assert [form.flag((), value) for value in (True, False, None)] == [True, False, False]
    assert [form.items((), [0] * count, 1, 3) for count in (1, 3)] == [[0], [0] * 3]
    assert form.items((), None, 0, 3) == []
    assert [form.snowflake((), value) for value in (5, "6")] == ["5", "6"]
    form.raise_errors()


@pytest.mark.parametrize("body", [None, [], "text", 5])
def test_non_object_body_is_refused_as_a_whole(body: object) -> None:
    with pytest.raises(ApiError) as refused:
        body_object(body)
    assert refused.value.refusal.code == 50035
    assert list(refused.value.errors or ()) == ["_errors"]
