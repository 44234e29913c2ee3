"""The limits of embeds."""

from typing import Any

import pytest

from playground.limits.embeds import check_embeds
from playground.limits.forms import Form
from playground.values.errors import ApiError


def faults(*embeds: Any) -> Any:
    """Return the error tree of a message's embeds; None if they are valid."""
    form = Form()
    checked = check_embeds(form, list(embeds))
    try:
        form.raise_errors()
    except ApiError as refused:
        return refused.errors
    assert checked == list(embeds)
    return None


def fields(number: int, size: int) -> list[dict[str, str]]:
    return [{"name": "n", "value": "v" * (size - 1)} for _ in range(number)]


@pytest.mark.parametrize(
    ("embeds", "path"),
    [
        (({"title": "t" * 256}, {"description": "d" * 4096}), None),
        (({"footer": {"text": "f" * 2048}, "author": {"name": "a" * 256}},), None),
        (({"fields": [{"name": "n" * 256, "value": "v" * 1024}]},), None),
        (({"title": "t" * 257},), ("embeds", "0", "title")),
        (({}, {"description": "d" * 4097}), ("embeds", "1", "description")),
        (({"footer": {"text": "f" * 2049}},), ("embeds", "0", "footer", "text")),
        (({"author": {"name": "a" * 257}},), ("embeds", "0", "author", "name")),
        (({},) * 10, None),
        (({},) * 11, ("embeds",)),
        (({"fields": fields(25, 100)},), None),
        (({"fields": fields(26, 10)},), ("embeds", "0", "fields")),
        (({"fields": [{"name": "", "value": "v"}]},), ("embeds", "0", "fields", "0", "name")),
        (({"fields": [{"name": "n" * 257, "value": "v"}]},), ("embeds", "0", "fields", "0", "name")),
        (({"fields": [{"name": "n", "value": ""}]},), ("embeds", "0", "fields", "0", "value")),
        (({"fields": [{"name": "n"}]},), ("embeds", "0", "fields", "0", "value")),
        (({"fields": [{"name": "n", "value": "v" * 1025}]},), ("embeds", "0", "fields", "0", "value")),
        (({"description": "d" * 4000, "fields": fields(4, 500)},), None),
        (({"description": "d" * 4001, "fields": fields(4, 500)},), ("embeds",)),
        (({"description": "d" * 3500}, {"description": "d" * 2501}), ("embeds",)),
    ],
)
def test_embed_limits_apply_singly_and_in_total(
    embeds: tuple[Any, ...], path: tuple[str, ...] | None
) -> None:
    tree = faults(*embeds)
    if path is None:
        assert tree is None
        return
    for step in path:
        assert list(tree) == [step]
        tree = tree[step]
    assert len(tree["_errors"]) == 1
