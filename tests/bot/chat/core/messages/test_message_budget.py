from typing import Any

import discord
import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

import rules
from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts, message_budget
from bot.chat.parts.moves import move_picker
from bot.locale import Texts

TEXTS = Texts.load()


def characters(view: ui.LayoutView) -> int:
    return sum(
        len(item.content.encode("utf-16-le")) // 2
        for item in view.walk_children()
        if isinstance(item, ui.TextDisplay)
    )


def raw(view: ui.LayoutView) -> list[dict[str, Any]]:
    return view.to_components()  # type: ignore[no-untyped-call,no-any-return]  # untyped in discord.py


def components(view: ui.LayoutView) -> int:
    def count(parts: list[dict[str, Any]]) -> int:
        return sum(1 + count(part.get("components", [])) for part in parts)

    return count(raw(view))


def contents(view: ui.LayoutView) -> list[str]:
    return [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]


def row(number: int) -> layouts.Block:
    return layouts.buttons(layouts.button(f"Button {number}", custom_ids.write("more", number)))


def labels(view: ui.LayoutView) -> list[str]:
    return [str(item.label) for item in view.walk_children() if isinstance(item, ui.Button)]


def test_a_fitting_message_is_unchanged() -> None:
    view = layouts.page(layouts.text("a" * 3000), layouts.text("b" * 1000), row(1))
    before = raw(view)
    assert raw(message_budget.fit(view)) == before


def test_only_the_longest_texts_are_cut() -> None:
    view = message_budget.fit(
        layouts.page(layouts.text("a" * 3500), layouts.text("short"), layouts.text("b" * 900))
    )
    assert characters(view) <= 4000
    first, short, other = contents(view)
    assert short == "short"
    assert other == "b" * 900
    assert first == "a" * (4000 - 900 - len("short") - 1) + "…"


def test_texts_of_equal_length_are_cut_equally() -> None:
    view = message_budget.fit(layouts.page(layouts.text("a" * 3000), layouts.text("b" * 3000)))
    assert [len(content) for content in contents(view)] == [2000, 2000]


def test_emojis_count_twice() -> None:
    view = message_budget.fit(layouts.page(layouts.text("🎲" * 2500)))
    assert characters(view) <= 4000
    assert contents(view)[0].endswith("🎲…")


def test_a_note_is_cut_too() -> None:
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("a" * 5000))
    assert contents(message_budget.fit(view)) == ["a" * 3999 + "…"]


def test_the_last_rows_are_dropped() -> None:
    parts: list[Any] = [layouts.text("words"), *(row(number) for number in range(30)), layouts.text("end")]
    rows = message_budget.fitting(parts)
    view = layouts.page(*rows)
    assert components(view) <= 40
    assert contents(view) == ["**words**", "end"]
    assert labels(view) == [f"Button {number}" for number in range(18)]


def test_a_view_loses_its_last_rows() -> None:
    # discord.py allows filling rows after they are added.
    view = ui.LayoutView()
    container: ui.Container[ui.LayoutView] = ui.Container(layouts.text("words"))
    view.add_item(container)
    for number in range(18):
        container.add_item(row(number))
    view.add_item(layouts.text("end"))
    assert components(message_budget.fit(view)) <= 40
    assert contents(view) == ["words", "end"]


def test_texts_are_dropped_when_no_rows_are_left() -> None:
    parts = message_budget.fitting([layouts.text(str(number)) for number in range(50)])
    assert [part.content for part in parts if isinstance(part, ui.TextDisplay)] == [str(n) for n in range(39)]


@given(st.lists(st.integers(0, 5000), max_size=12))
def test_text_lengths_fill_the_limit_without_exceeding_it(lengths: list[int]) -> None:
    given_rooms = message_budget.rooms(lengths)
    assert sum(given_rooms) <= 4000
    assert not [
        (room, length) for room, length in zip(given_rooms, lengths, strict=True) if not (room <= length)
    ]
    if sum(lengths) <= 4000:
        assert given_rooms == lengths
    else:
        assert sum(given_rooms) > 4000 - len(lengths)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", rules.GAMES)
def test_every_games_rules_fit_uncut(key: str, language: str) -> None:
    """The rules of every game fit uncut."""
    t = TEXTS.language(language)
    game = rules.GAMES[key]
    texts = [f"## {t(f'{key}.name')}", t(f"{key}.rules"), t(f"{key}.rules.variants")]
    texts += [
        t(
            "rules.option",
            title=t(f"{key}.option.{option.key}.title"),
            option=t(f"{key}.option.{option.key}"),
            text=t(f"{key}.option.{option.key}.rules"),
        )
        for option in game.options
    ]
    whole = "\n".join(texts)
    assert message_budget.length(whole) <= message_budget.MAX_CHARACTERS
    view = layouts.page(layouts.text(whole))
    assert contents(message_budget.fit(view)) == [whole]


@pytest.mark.assumes("layout-sums")
def test_the_largest_panel_fits() -> None:
    """Five full menus under a picture and a long text, with a row of buttons."""
    options = [discord.SelectOption(label=f"a{number}", value=f"p{number}") for number in range(125)]
    menus = [
        layouts.select(
            custom_ids.write("pick", 1, "0", index, move_picker.write_step(move_picker.PickerStep())),
            "choose",
            part,
        )
        for index, part in enumerate(layouts.in_menus(options))
    ]
    buttons = layouts.buttons(*(layouts.button(str(n), custom_ids.write("more", n)) for n in range(5)))
    view = layouts.page(layouts.text("w" * 3900), layouts.picture("words"), *menus, buttons)
    before = components(view)
    assert components(message_budget.fit(view)) == before <= 40
